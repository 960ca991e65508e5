"use strict";
// Builds the page from the document in #data; page.h says what that holds.

const data = JSON.parse(document.getElementById("data").textContent), report = data.report;
const hues = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#7f7f7f"];
const floats = (text, Type) => new Type(Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer);
const known = value => typeof value === "number" && !isNaN(value);
const plain = value => value === null || value === undefined ? "-" : String(value);
const title = name => name.replace(/_(w|pa|db|deg|m2|m2_per_s2)$/, "").replaceAll("_", " ");
const db = size => 20 * Math.log10(size);
const numbers = (count, of = i => i) => Array.from({length: count}, (_, i) => of(i));

function short(value, digits = 4) {
  if (!known(value)) return "-";
  const size = Math.abs(value), number = Number(value.toPrecision(digits));
  return size >= 1e6 || size && size < 1e-3 ? number.toExponential() : String(number);
}
/** With a prefix of its unit, as the program prints it. */
function nice(value, unit) {
  const k = value ? Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-9) : 0;
  return Math.abs(k) > 4 ? short(value) + " " + unit : short(value / 1000 ** k) + " " + ["p", "n", "u", "m", "", "k", "M", "G", "T"][k + 4] + unit;
}

/** An element with attributes and listeners, and what is in it. */
function el(tag, attributes = {}, ...inner) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value !== false) node.setAttribute(key, value === true ? "" : value);
  node.append(...inner.flat().filter(part => part !== null && part !== undefined));
  return node;
}
function section(id, heading, ...inner) {
  document.getElementById("nav").append(el("a", {href: "#" + id}, heading));
  const node = el("section", {id}, el("h2", {}, heading), ...inner);
  document.getElementById("page").append(node);
  return node;
}
function table(heads, rows, caption) {
  const cell = value => {
    const text = value === true ? "yes" : value === false ? "no" : plain(value);
    return el("td", {class: known(value) ? "n" : /^(pass|yes)/.test(text) ? "good" : /^(fail|no$|hang|crash|wrong)/.test(text) ? "bad" : false}, text);
  };
  return el("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": caption}, el("table", {},
    el("thead", {}, el("tr", {}, heads.map(head => el("th", {scope: "col"}, head)))), el("tbody", {}, rows.map(row => el("tr", {}, row.map(cell))))));
}
const controls = (...inner) => el("div", {class: "controls"}, ...inner);
/** Controls are a label and the input in it. Those without a choice are hidden. */
function choice(label, options, changed) {
  const input = el("select", {change: changed}, options.map(([value, text]) => el("option", {value}, text)));
  return [el("label", {hidden: options.length < 2}, label, input), input];
}
function tick(label, checked, changed) {
  const input = el("input", {type: "checkbox", checked, change: changed});
  return [el("label", {}, input, label), input];
}
function slider(label, count, text, changed) {
  const said = el("output"), input = el("input", {type: "range", min: 0, max: count - 1, value: 0, input: () => { say(); changed(); }});
  const say = () => { said.textContent = text(+input.value); input.setAttribute("aria-valuetext", said.textContent); };
  say();
  return [el("label", {hidden: count < 2}, label, input, said), input, say];
}

// ---- charts: drawn when they come into sight, and again with another width, theme or on paper ----

const charts = [], isDark = () => matchMedia("screen and (prefers-color-scheme: dark)").matches;
const seen = new IntersectionObserver(entries => entries.forEach(entry => { if (entry.isIntersecting) entry.target.shown.draw(); }), {rootMargin: "300px"});
/** `option(narrow)` is an option of ECharts. */
function chart(label, option, height = 400, renderer = "svg") {
  const box = el("div", {class: "chart", role: "img", "aria-label": label, style: `height:${height}px`});
  const one = box.shown = {box, draw() {
    if (one.drawn && one.dark !== isDark()) one.drawn = one.drawn.dispose();
    one.dark = isDark();
    one.drawn = one.drawn || echarts.init(box, one.dark ? "dark" : null, {renderer});
    one.drawn.setOption({animation: false, backgroundColor: "transparent", color: hues, ...option(box.clientWidth < 560)}, true);
  }};
  charts.push(one);
  seen.observe(box);
  new ResizeObserver(() => { if (one.drawn) { one.drawn.resize(); one.draw(); } }).observe(box);
  return one;
}
const drawAll = () => charts.forEach(one => {
  one.draw();
  one.drawn.resize();
  one.drawn.getZr().flush();  // paper does not wait for the next frame
});
addEventListener("beforeprint", drawAll);
matchMedia("print").addEventListener("change", drawAll);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(one => { if (one.drawn) one.draw(); }));
const zoom = [{type: "inside", zoomOnMouseWheel: "ctrl", filterMode: "none"}, {type: "slider", height: 22, bottom: 6, filterMode: "none"}];
const axis = (name, more) => ({type: "value", scale: true, name, nameLocation: "middle", nameGap: 28, axisLabel: {hideOverlap: true, formatter: v => short(v, 5)}, ...more});
const tip = formatter => ({confine: true, formatter});

// ---- what every page has ----

function begin(kind, name, cards) {
  document.getElementById("kind").textContent = `minifebem ${kind}${report.version ? ", version " + report.version : ""}`;
  document.getElementById("title").textContent = name;
  document.title = `${name}: minifebem ${kind}`;
  document.getElementById("nav").before(el("dl", {class: "cards"}, cards.map(([term, text, good = ""]) => el("div", {class: "card"}, el("dt", {}, term), el("dd", {class: good}, text)))));
}
/** The values in an object and in the objects in it, by their names. */
const flat = (object, before = "") => Object.entries(object || {}).flatMap(([key, value]) => {
  const name = before + title(key);
  if (Array.isArray(value)) return value.length === 0 || value.some(one => one !== null && typeof one === "object") ? [] : [[name, value.map(plain).join(", ")]];
  return value !== null && typeof value === "object" ? flat(value, name + " ") : [[name, value]];
});
const facts = (object, caption) => table(["what", "value"], flat(object).filter(([, value]) => ![null, undefined, ""].includes(value)).map(([name, value]) => [name, plain(value)]), caption);
function tally(words) {
  const count = {};
  for (const word of words) count[word] = (count[word] || 0) + 1;
  return Object.entries(count).map(([word, n]) => `${n} ${word}`).join(", ");
}
function environment() {
  const {version, commit, mpi, blas, ranks, groups, network, cores, peak_memory_bytes, zgemm_flops_per_second} = report;
  section("environment", "Environment", facts({program: {version, commit}, mpi, blas, ranks, groups, network, cores, peak_memory_bytes, zgemm_flops_per_second, page_made_from: data.source}, "Environment"),
    report.command ? [el("h3", {}, "Run it again"), el("pre", {tabindex: 0}, (ranks > 1 ? `mpirun -n ${ranks} ` : "") + report.command)] : null);
  document.getElementById("foot").append(`This page is one file and loads nothing. Apache ECharts ${echarts.version} (Apache License 2.0) draws its curves.`);
}

// ---- a solution: row number f * loads + l is load case l at frequency f ----

function solution() {
  const hz = data.hz, count = hz.length, loads = data.load_cases.names.length, angles = data.load_cases.angle || [];
  const loadNames = data.load_cases.names.map((name, l) => [l, name || "load case " + (l + 1)]);
  const hertz = f => short(hz[f], 7) + " Hz", word = (key, row) => data[key].words[data[key].of[row]];
  const loadText = l => loads > 1 ? ", " + loadNames[l][1] : "";
  const resonances = report.curve ? report.curve.resonances : [];
  for (const figure of data.figures) figure.values = floats(figure.values, Float64Array).subarray(0, count * loads);

  const fine = data.outcome.words.every(word => word === "solved" || word === "interpolated");
  begin(report.kind, report.case.title || report.case.file, [["frequencies", count > 1 ? `${count}: ${hertz(0)} to ${hertz(count - 1)}` : count ? hertz(0) : "none"],
    ...(loads > 1 ? [["load cases", loads]] : []), ["acoustic unknowns", report.case.acoustic_dofs],
    ["structure", report.case.structural_dofs ? report.case.structural_dofs + " degrees of freedom" : "none"],
    ["outcome", tally(data.outcome.of.map(n => data.outcome.words[n])) || "-", fine ? "good" : "bad"], ["time", `${nice(report.total_seconds, "s")} on ${report.ranks} rank${report.ranks > 1 ? "s" : ""}`]]);
  const picture = el("div");
  section("case", "What was computed", el("div", {class: "two"}, facts({...report.case, arithmetic: report.arithmetic, profile: report.profile}, "Case"), picture),
    data.notes.map(note => el("p", {class: "note"}, note)),
    data.case_text ? el("details", {}, el("summary", {}, "Text of the case file"), el("pre", {tabindex: 0}, data.case_text)) : null);
  if (count * loads > 1) curves();
  directions();
  if (data.mesh) field();
  quality();
  if (resonances.length)
    section("resonances", "Resonances", el("p", {}, "Poles of the curve near the real axis. The width is that between the points of half the power."),
      table(["resonance, Hz", "width, Hz", "quality", "peak over the median"], resonances.map(r => [r.hz, r.width_hz, short(r.hz / r.width_hz), short(r.relative_size)]), "Table of resonances"));
  if (report.stages.length) stages();
  if (data.figures.length) figures();

  function curves() {
    const overLoads = count === 1, name = figure => title(figure.name);
    const sets = [["W", "powers, W"], ["Pa", "pressures, Pa"], ["dB", "levels, dB"]]
      .map(([unit, text]) => [text, data.figures.filter(one => one.unit === unit && one.name !== "apparent_power_w")]).filter(set => set[1].length > 1)
      .concat(data.figures.map(one => [name(one) + (one.unit ? ", " + one.unit : ""), [one]]));
    const x = overLoads ? numbers(loads, l => known(angles[l]) ? angles[l] : l) : hz;
    const one = chart("Curves of figures; the section Figures has the numbers", narrow => {
      const [text, list] = sets[+which.value], row = i => overLoads ? i : i * loads + +load.value;
      const log = logY.checked && list.every(figure => !/dB|deg/.test(figure.unit) && x.every((_, i) => !(figure.values[row(i)] <= 0)));
      return {grid: {left: narrow ? 66 : 84, right: 22, top: 44, bottom: 84}, legend: {top: 4, type: "scroll"}, dataZoom: zoom,
        tooltip: {confine: true, trigger: "axis", valueFormatter: plain},
        xAxis: axis(overLoads ? "load case" : "frequency, Hz", {type: logX.checked ? "log" : "value", min: x[0], max: x[x.length - 1]}),
        yAxis: axis(text, {type: log ? "log" : "value", nameGap: 58}),
        series: list.map((figure, n) => ({type: "line", name: name(figure), data: x.map((at, i) => [at, known(figure.values[row(i)]) ? figure.values[row(i)] : null]),
          showSymbol: x.length < 400, symbolSize: (_, p) => word("outcome", row(p.dataIndex)) === "solved" ? 6 : 0,
          markLine: n === 0 && lines.checked ? {silent: true, symbol: "none", label: {show: false}, lineStyle: {type: "dotted", opacity: .5}, data: resonances.map(r => ({xAxis: r.hz}))} : undefined}))};
    });
    const redraw = () => one.draw();
    const [whichLabel, which] = choice("Figure", sets.map((set, i) => [i, set[0]]), redraw), [loadLabel, load] = choice("Load case", overLoads ? [[0, ""]] : loadNames, redraw);
    const [xLabel, logX] = tick("logarithmic frequency", !overLoads && hz[count - 1] > 20 * hz[0], redraw), [yLabel, logY] = tick("logarithmic figure", true, redraw);
    const [linesLabel, lines] = tick("resonances", resonances.length > 0, redraw);
    which.value = Math.max(0, sets.findIndex(set => set[1][0].name === "target_strength_db"));
    xLabel.hidden = overLoads;
    linesLabel.hidden = !resonances.length;
    section("curves", "Curves", controls(whichLabel, loadLabel, xLabel, yLabel, linesLabel), one.box,
      el("p", {class: "note"}, "Zoom by the bar below the curves, or by the wheel with Ctrl. ", report.curve ? "Marks are solutions; between them the curve is interpolated." : ""));
  }

  /** Patterns: what has a level at(row, column), dB, at frequencies f and angles. */
  function directions() {
    const list = [], far = data.far_field;
    if (far) {
      const moduli = floats(far.moduli, Float32Array), n = far.angle.length;
      far.loads.forEach((l, k) => list.push({label: report.case.far_field + " far field" + loadText(l), unit: "dB re 1 Pa m", angle: far.angle, elevation: far.elevation,
        f: far.frequencies, at: (row, i) => db(moduli[(row * far.loads.length + k) * n + i])}));
    }
    if (angles.filter(known).length > 2)
      for (const figure of data.figures.filter(one => one.name === "target_strength_db"))
        list.unshift({label: title(figure.name) + " over incidence", unit: "dB re 1 m", angle: angles, elevation: data.load_cases.elevation, f: numbers(count),
          at: (row, l) => figure.values[row * loads + l]});
    if (!list.length) return;
    const span = 50, wide = count > 1, source = () => list[+which.value], row = () => Math.min(+at.value, source().f.length - 1);
    const columns = () => numbers(source().angle.length).filter(i => known(source().angle[i]) && source().elevation[i] === +level.value);
    const polar = chart("Level over angle at one frequency", () => {
      const s = source(), points = columns().map(i => [s.at(row(), i), s.angle[i]]).sort((a, b) => a[1] - b[1]), n = points.length;
      const top = 10 * Math.ceil(Math.max(...points.map(p => p[0]).filter(isFinite)) / 10);
      if (n > 2 && points[n - 1][1] - points[0][1] + points[1][1] - points[0][1] >= 359.9) points.push([points[0][0], points[0][1] + 360]);
      return {polar: {radius: "72%"}, tooltip: tip(p => `${p.value[1]}°: ${short(s.at(row(), columns()[p.dataIndex % n]), 6)} ${s.unit}`),
        angleAxis: {type: "value", min: 0, max: 360, interval: 30, startAngle: 90, axisLabel: {formatter: "{value}°"}}, radiusAxis: {min: top - span, max: top},
        series: [{type: "line", coordinateSystem: "polar", showSymbol: n < 100, data: points.map(([r, a]) => [Math.max(r, top - span), a])}]};
    }, 460);
    const scale = el("div", {class: "scale", style: `background:linear-gradient(90deg, ${palettes.level.join()})`}), ends = el("div", {class: "ends"}), said = el("output");
    const map = chart("Level over frequency and angle", () => {
      const s = source(), use = columns(), [width, height] = [s.f.length, use.length], [x, y] = [width, height].map(n => Math.ceil(600 / n));  // pixels of a cell
      const image = el("canvas", {width: width * x, height: height * y}), brush = image.getContext("2d"), levels = s.f.map((_, r) => use.map(i => s.at(r, i))), all = levels.flat().filter(isFinite);
      const top = all.reduce((a, b) => Math.max(a, b), -1e30), low = Math.max(top - span, all.reduce((a, b) => Math.min(a, b), top)), bytes = colours("level");
      levels.forEach((row, r) => row.forEach((level, c) => {
        const at = 4 * Math.round(255 * Math.max(0, Math.min(1, (level - low) / (top - low || 1))));
        brush.fillStyle = isFinite(level) ? `rgb(${bytes.slice(at, at + 3)})` : "gray";
        brush.fillRect(r * x, (height - 1 - c) * y, x, y);
      }));
      ends.replaceChildren(...[low, (low + top) / 2, top].map(v => el("span", {}, short(v) + " " + s.unit)));
      return {grid: {left: 60, right: 18, top: 16, bottom: 84}, dataZoom: zoom, tooltip: {show: false},
        xAxis: axis("frequency, Hz", {type: "category", data: s.f.map(f => short(hz[f], 5)), axisLabel: {}}), yAxis: axis("angle, degrees", {type: "category", data: use.map(i => s.angle[i]), nameGap: 40, axisLabel: {}}),
        series: [{type: "custom", clip: true, silent: true, data: [[0, 0]], renderItem(_, api) {
          const [left, bottom] = api.coord([0, 0]), [right, up] = api.coord([width - 1, height - 1]), [dx, dy] = api.size([1, 1]);
          return {type: "image", style: {image, x: left - dx / 2, y: up - dy / 2, width: right - left + dx, height: bottom - up + dy}};
        }}]};
    }, 460, "canvas");
    map.box.addEventListener("mousemove", event => {
      const s = source(), use = columns(), [r, c] = map.drawn.convertFromPixel({gridIndex: 0}, [event.offsetX, event.offsetY]).map(Math.round);
      if (r in s.f && c in use) said.textContent = `${hertz(s.f[r])}, ${s.angle[use[c]]}°: ${short(s.at(r, use[c]), 6)} ${s.unit}`;
    });
    const redraw = () => { say(); polar.draw(); if (wide) map.draw(); };
    const fill = () => {
      const values = [...new Set(source().elevation.filter(known))];
      level.replaceChildren(...values.map(v => el("option", {value: v}, v)));
      levelLabel.hidden = values.length < 2;
    };
    const [whichLabel, which] = choice("Pattern", list.map((s, i) => [i, s.label]), () => { fill(); redraw(); }), [levelLabel, level] = choice("Elevation, degrees", [], redraw);
    const [atLabel, at, say] = slider("Frequency", Math.max(...list.map(s => s.f.length)), i => hertz(source().f[Math.min(i, source().f.length - 1)]), () => polar.draw());
    fill();
    section("directions", "Directions", controls(whichLabel, levelLabel, atLabel), el("div", {class: "two"}, el("div", {}, el("h3", {}, "Level over angle"), polar.box),
      wide ? el("div", {}, el("h3", {}, "Level over frequency and angle"), map.box, said, scale, ends) : null));
  }

  function field() {
    const mesh = {...data.mesh, points: floats(data.mesh.points, Float32Array), panels: floats(data.mesh.panels, Int32Array).subarray(0, 4 * data.mesh.panel_count)};
    const planes = (data.planes || []).map(one => ({...one, points: floats(one.points, Float32Array)})), fields = data.fields || [], regions = mesh.regions || ["surface"];
    const canvas = el("canvas", {tabindex: 0, role: "application", "aria-label": "The surface in three dimensions. Arrow keys turn it, plus and minus zoom, 0 resets."});
    const names = ["x", "y", "z"].map(name => el("span", {"aria-hidden": "true"}, name)), box = el("div", {id: "view"}, canvas, names), hint = "Point at the surface to read a value.";
    const said = el("output", {}, hint), scale = el("div", {class: "scale"}), ends = el("div", {class: "ends"});
    const keys = el("div", {class: "keys"}, regions.map((name, i) => el("span", {}, el("i", {style: `background:${palettes.regions[i % 8]}`}), name)));
    const shownF = [...new Set(fields.map(one => one.frequency))], shownL = [...new Set(fields.map(one => one.load))];
    const size = i => Math.hypot(values[2 * i], values[2 * i + 1]);
    let values = [], started = null;
    const modes = [["0", "level, dB re 1 Pa (rms)"], ["1", "amplitude, Pa"], ["2", "pressure at an instant, Pa"], ["3", "phase, degrees"], ["4", "mesh and regions"]];
    const withPlanes = () => planesBox.checked && viewer.mode !== 4;
    const draw = () => {
      viewer.edges = edges.checked;
      viewer.draw(withPlanes());
      names.forEach((node, i) => { node.style.left = 40 + 28 * viewer.axes[0][i] + "px"; node.style.bottom = 28 + 28 * viewer.axes[1][i] + "px"; });
    };
    const show = () => {
      const now = fields.find(one => one.frequency === shownF[+at.value] && one.load === +load.value), m = viewer.mode = +mode.value;
      if (now) viewer.setField(values = floats(now.values, Float32Array));
      const sizes = numbers(values.length / 2, size).filter(one => one > 0), most = sizes.reduce((a, b) => Math.max(a, b), 1e-30), least = sizes.reduce((a, b) => Math.min(a, b), most);
      const level = db(most / Math.SQRT2), fall = Math.max(1, Math.min(40, db(most / least)));
      const palette = ["level", "level", "wave", "phase", "regions"][m];
      viewer.range = [[level - fall, level], [0, most], [-most, most], [-180, 180], [0, 1]][m];
      viewer.setPalette(palette);
      ends.replaceChildren(...[0, .5, 1].map(t => el("span", {}, short(viewer.range[0] + t * (viewer.range[1] - viewer.range[0])))));
      scale.style.background = `linear-gradient(90deg, ${palettes[palette].join()})`;
      scale.hidden = ends.hidden = m === 4;
      keys.hidden = m !== 4;
      playLabel.hidden = m !== 2;
      draw();
      if (started === null && play.checked && m === 2) requestAnimationFrame(step);
    };
    const step = now => {
      started = play.checked && viewer.mode === 2 ? started ?? now : null;
      if (started === null) return;
      viewer.angle = (now - started) / 1000 * Math.PI;  // half a period a second
      draw();
      requestAnimationFrame(step);
    };
    const [modeLabel, mode] = choice("Show", fields.length ? modes : modes.slice(4), show), [loadLabel, load] = choice("Load case", shownL.map(l => loadNames[l]), show);
    const [atLabel, at] = slider("Frequency", shownF.length, i => i in shownF ? hertz(shownF[i]) : "", show);
    const [playLabel, play] = tick("animate", !matchMedia("(prefers-reduced-motion: reduce)").matches, show), [edgesLabel, edges] = tick("edges", mesh.panel_count < 6000, draw);
    const [planesLabel, planesBox] = tick("planes", true, draw);
    planesLabel.hidden = !planes.length;
    const look = (yaw, pitch) => { viewer.face(yaw, pitch); draw(); }, turn = (yaw, pitch) => look(viewer.yaw + yaw, viewer.pitch + pitch);
    const grow = by => { viewer.zoom = Math.max(.3, Math.min(40, viewer.zoom * by)); draw(); };
    const actions = {ArrowLeft: () => turn(.15, 0), ArrowRight: () => turn(-.15, 0), ArrowUp: () => turn(0, -.15), ArrowDown: () => turn(0, .15), "+": () => grow(1.2), "-": () => grow(1 / 1.2),
      0: () => { viewer.zoom = 1; look(-.6, .35); }};
    canvas.addEventListener("keydown", event => { if (event.key in actions) { event.preventDefault(); actions[event.key](); } });
    canvas.addEventListener("wheel", event => {
      if (document.activeElement !== canvas) return;  // the page scrolls
      event.preventDefault();
      grow(Math.exp(-event.deltaY / 500));
    }, {passive: false});
    canvas.addEventListener("pointerdown", event => { canvas.setPointerCapture(event.pointerId); canvas.focus({preventScroll: true}); });
    canvas.addEventListener("pointermove", event => {
      if (event.buttons) return turn(-event.movementX / 160, event.movementY / 160);
      const j = viewer.valueAt(event.offsetX, event.offsetY, withPlanes()), at = mesh.region && j < mesh.panel_count ? " of " + regions[mesh.region[j]] : "";
      said.textContent = j < 0 ? hint : (j < mesh.panel_count ? `panel ${j}${at}` : "point of a plane") +
        (known(size(j)) ? `: ${short(size(j), 5)} Pa, ${short(db(size(j) / Math.SQRT2), 5)} dB re 1 Pa, ${short(Math.atan2(values[2 * j + 1], values[2 * j]) * 180 / Math.PI)}°` : "");
    });
    const viewer = new Viewer(canvas, mesh, planes);
    if (!viewer.gl) box.replaceChildren("This browser has no WebGL 2, which the surface needs.");
    section("field", fields.length ? "Field on the surface" : "Mesh", controls(modeLabel, loadLabel, atLabel, playLabel, edgesLabel, planesLabel,
      [["along x", Math.PI / 2, 0], ["along y", 0, 0], ["along z", 0, Math.PI / 2]].map(([text, ...to]) => el("button", {type: "button", click: () => look(...to)}, text))), box, said, scale, ends, keys,
      el("p", {class: "note"}, "Drag to turn; after a click the wheel zooms. Each panel has the colour of its one value."));
    if (!viewer.gl) return;
    mode.value = "4";
    viewer.zoom = viewer.size / viewer.bodySize;
    show();
    picture.append(el("img", {src: canvas.toDataURL(), alt: `The mesh: ${mesh.panel_count} panels of ${regions.join(", ")}`}), keys.cloneNode(true));
    mode.value = fields.length ? "0" : "4";
    viewer.zoom = 1;
    show();
    new ResizeObserver(draw).observe(canvas);
  }

  function quality() {
    const list = data.marks.map(mark => {
      const figure = data.figures.find(one => one.name === mark.figure), sign = mark.side === "at least" ? -1 : 1;
      const excess = row => sign * ((mark.side[0] === "1" ? Math.abs(figure.values[row] - 1) : figure.values[row]) - mark.limit);
      const rows = figure ? numbers(count * loads).filter(row => known(figure.values[row]) && word("outcome", row) !== "interpolated") : [];
      return {...mark, rows, values: figure && figure.values, bad: rows.filter(row => excess(row) > 0).length, worst: rows.reduce((a, b) => excess(b) > excess(a) ? b : a, rows[0])};
    }).filter(mark => mark.rows.length), bad = list.filter(mark => mark.bad).length, curve = report.curve;
    section("quality", "Can the solution be trusted?",
      el("p", {}, bad ? `Marks of quality beyond their limits: ${bad} of ${list.length}. Do not expect an error below one per cent there.` : "All marks of quality are within their limits."),
      curve && known(curve.error_db) ? el("p", {}, `${curve.solved} of ${count} frequencies were solved, the others interpolated. The last solutions, ${curve.checked} of them at random frequencies, ` +
        `differ from the curve before they joined it by ${short(curve.error_db, 2)} dB at most; ${curve.tolerance_db} dB was allowed.`) : null,
      ((report.cores || {}).warnings || []).map(text => el("p", {}, "Warning: " + text)),
      el("ul", {class: "marks"}, list.map(mark => el("li", {}, el("b", {class: mark.bad ? "bad" : "good"}, mark.bad ? "✗ " : "✓ "), mark.bad ? `Not at ${mark.bad} of ${mark.rows.length} solutions: ` : "", mark.words + " ",
        el("small", {}, `${title(mark.figure)} ${short(mark.values[mark.worst])} at ${hertz(Math.floor(mark.worst / loads))}${loadText(mark.worst % loads)}; wanted: ${mark.side} ${short(mark.limit)}`)))));
  }

  function stages() {
    const list = report.stages, ranks = list[0].ranks.length;
    const bars = chart("Time of each rank by stage; the table below has the numbers", narrow => ({grid: {left: 66, right: 20, top: narrow ? 80 : 56, bottom: 46}, legend: {top: 4},
      tooltip: tip(p => `rank ${p.name}, ${p.seriesName}, ${p.seriesIndex % 2 ? "communication" : "computing"}: ${nice(p.value, "s")}`),
      xAxis: axis("seconds", {scale: false}), yAxis: axis("rank", {type: "category", inverse: true, data: numbers(ranks), nameGap: 44, axisLabel: {}}),
      series: list.flatMap((s, n) => [false, true].map(sent => ({type: "bar", name: s.name, stack: "rank", barMaxWidth: 34, itemStyle: {color: hues[n % 8], opacity: sent ? .4 : 1},
        data: s.ranks.map(r => sent ? r.communication_seconds : Math.max(0, r.seconds - r.communication_seconds))})))}), Math.min(900, 150 + 34 * ranks));
    section("stages", "Time and messages", el("p", {class: "note"}, "Full colours: computing. Pale colours: in the message layer, waiting included."), bars.box,
      table(["stage", "method", "route x cut x pace", "seconds", "communication, s", "hidden, s", "messages", "bytes", "flop/s"], list.map(s => [s.name, s.method || "-",
        Object.values(s.strategy).join(" x "), ...[s.seconds, s.communication_seconds, s.hidden_seconds].map(v => short(v)), s.messages, s.bytes, s.flops && s.seconds ? nice(s.flops / s.seconds, "") : "-"]), "Cost of the stages"));
  }

  function figures() {
    const body = el("div"), fill = () => {
      const row = +at.value * loads + +load.value;
      body.replaceChildren(table(["figure", "value", "unit", "meaning"], [...["outcome", "formulation", "precision"].map(key => [key, word(key, row), "", ""]),
        ...data.figures.map(one => [one.name, known(one.values[row]) ? one.values[row] : null, one.unit, one.help])], "Figures at a frequency"));
    };
    const [atLabel, at] = slider("Frequency", count, hertz, fill), [loadLabel, load] = choice("Load case", loadNames, fill);
    section("figures", "Figures", controls(atLabel, loadLabel), body);
    fill();
  }
}

// ---- other reports: each list of objects is a table with bars, and all else are facts ----

function listed() {
  const lists = [], find = (object, before) => Object.entries(object).forEach(([key, value]) => {
    if (value === null || typeof value !== "object") return;
    if (!Array.isArray(value)) find(value, before + title(key) + " ");
    else if (value.length && value[0] !== null && typeof value[0] === "object") lists.push([before + title(key), value.map(one => Object.fromEntries(flat(one)))]);
  });
  find(report, "");
  const kind = report.kind || (report.quantities ? "solve --convergence" : "verify"), of = report.case || {}, outcomes = lists.flatMap(list => list[1]).map(row => row.passes ?? row.valid ?? row.outcome ?? row.observation).filter(value => value !== undefined);
  begin(kind, plain(of.title || of.file || report.benchmark || report.problem || kind), [...(known(report.ranks) ? [["ranks", report.ranks]] : []),
    ...(outcomes.length ? [["outcome", tally(outcomes.map(value => value === true ? "passed" : value === false ? "failed" : value))]] : []), ...lists.slice(0, 3).map(([name, rows]) => [name, rows.length])]);
  const first = ([name]) => /^(results|rows|cases)$/.test(name);
  lists.sort((a, b) => first(b) - first(a)).forEach(([name, rows], i) => {
    const heads = [...new Set(rows.flatMap(Object.keys))], differs = head => new Set(rows.map(row => row[head])).size > 1;
    const figures = heads.filter(head => differs(head) && rows.some(row => known(row[head])));
    const labels = heads.filter(head => differs(head) && !figures.includes(head) && !/digest|detail|warm/.test(head));
    if (figures.includes("bytes")) labels.push("bytes");
    const label = row => labels.map(head => plain(row[head])).join(", ");
    const [whichLabel, which] = choice("Figure", figures.map(head => [head, head]), () => one.draw());
    const one = chart(`Bars of ${name}; the table has the numbers`, narrow => ({grid: {left: narrow ? 130 : 320, right: 30, top: 10, bottom: 50}, tooltip: tip(p => `${p.name}: ${p.value}`),
      xAxis: axis(which.value, {scale: false}), yAxis: {type: "category", inverse: true, data: rows.map(label), axisLabel: {width: narrow ? 120 : 310, overflow: "truncate"}},
      series: [{type: "bar", barMaxWidth: 26, data: rows.map(row => row[which.value])}]}), Math.min(1600, 90 + 26 * rows.length));
    which.value = figures.find(head => /median|merit|^seconds|error/.test(head)) || figures[0];
    section("list-" + i, name, ...(figures.length ? [controls(whichLabel), one.box] : []), table(heads, rows.map(row => heads.map(head => row[head])), "Table of " + name));
  });
  section("settings", "Settings and meanings", facts({...report, mpi: null, blas: null, cores: null}, "Settings"));
}

report.kind === "solve" ? solution() : listed();
environment();
document.documentElement.dataset.ready = "yes";
