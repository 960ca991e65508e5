"use strict";
// Builds the page from the document in #data; page.h says what that holds.

const byId = id => document.getElementById(id), data = JSON.parse(byId("data").textContent);
const {report, hz = [], figures = [], words, mesh} = data, {curve, case: problem = {}} = report;
const {names = [], ...incidence} = data.load_cases || {}, loads = names.length;
const count = hz.length, rows = count * loads;  // row f * loads + l: load case l at frequency f

const hues =
  ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#777777"];
const levels =
  ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"];
const waves = ["#053061", "#2f79b5", "#a7cfe4", "#f7f7f7", "#f8bfa4", "#c13639", "#67001f"];
const phases = ["#b55a30", "#7a8f2d", "#2a9d8f", "#4a6fc4", "#a04fb0", "#b55a30"];

const decoded = (text, Type) => new Type(Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer);
const known = value => typeof value === "number" && !isNaN(value);
const isObject = value => value !== null && typeof value === "object";
const plain = value => value === null || value === undefined ? "-" : String(value);
const title = name => name.replace(/_(w|pa|db|deg|m2|m2_per_s2)$/, "").replaceAll("_", " ");
const numbers = (size, of = i => i) => Array.from({length: size}, (_, i) => of(i));
const extremes = list => list.filter(isFinite)
  .reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [1e30, -1e30]);
const db = amplitude => 20 * Math.log10(amplitude);
const hertz = f => short(hz[f], 7) + " Hz";
const loadNames = names.map((name, l) => name || "load case " + (l + 1));
const ofLoad = l => loads > 1 ? ", " + loadNames[l] : "";

function short(value, digits = 4) {
  if (!known(value)) return "-";
  const size = Math.abs(value), number = Number(value.toPrecision(digits));
  return size >= 1e6 || size && size < 1e-3 ? number.toExponential() : String(number);
}
const rgb = hex => [1, 3, 5].map(i => parseInt(hex.substr(i, 2), 16));
/** The colour of a value in a range, as three numbers; grey where there is no value. */
function shades(palette, [low, high]) {
  const list = palette.map(rgb), last = list.length - 1;
  return value => {
    if (!isFinite(value)) return [140, 140, 140];
    const at = last * Math.max(0, Math.min(1, (value - low) / (high - low || 1)));
    const k = Math.min(Math.floor(at), last - 1);
    return list[k].map((from, i) => from + (at - k) * (list[k + 1][i] - from));
  };
}
/** Complex values of a document: of(f, l) has those at its frequency f and load case l in turn. */
function complex(fields) {
  const all = decoded(fields.values, Float32Array), {loads, count} = fields;
  return {...fields, of: (f, l) => {
    const part = all.subarray(2 * count * (f * loads.length + l));
    return numbers(count, i => [part[2 * i], part[2 * i + 1]]);
  }};
}

/** An element with attributes and listeners, and what is in it. */
function el(tag, attributes = {}, ...inner) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value !== false) node.setAttribute(key, value === true ? "" : value);
  node.append(...inner.flat().filter(part => part));
  return node;
}
function section(id, heading, ...inner) {
  byId("nav").append(el("a", {href: "#" + id}, heading));
  byId("page").append(el("section", {id}, el("h2", {}, heading), ...inner));
}
const text = (...parts) => el("p", {}, ...parts);
const code = content => el("pre", {tabindex: 0}, content);
function table(label, heads, rows) {
  const cell = value => {
    const said = value === true ? "yes" : value === false ? "no" : plain(value);
    const kind = known(value) ? "n" : /^(pass|yes)/.test(said) ? "good"
      : /^(fail|no$|hang|crash|wrong)/.test(said) && "bad";
    return el("td", {class: kind}, said);
  };
  return el("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": label},
    el("table", {},
      el("thead", {}, el("tr", {}, heads.map(head => el("th", {scope: "col"}, head)))),
      el("tbody", {}, rows.map(row => el("tr", {}, row.map(cell))))));
}
/** The values in an object and in the objects in it, by their names. */
const flat = (object, before = "") => Object.entries(object).flatMap(([key, value]) => {
  const name = before + title(key);
  if (!Array.isArray(value)) return isObject(value) ? flat(value, name + " ") : [[name, value]];
  return value.length && !value.some(isObject) ? [[name, value.map(plain).join(", ")]] : [];
});
const facts = (label, object) => table(label, ["what", "value"], flat(object)
  .filter(([, value]) => plain(value) !== "-" && value !== "").map(([key, v]) => [key, plain(v)]));
const flattened = list => list.map(one => Object.fromEntries(flat(one)));
/** A table of objects, with a column for each of their names. */
function listing(label, rows) {
  const heads = [...new Set(rows.flatMap(Object.keys))];
  const rounded = v => known(v) && !Number.isInteger(v) ? Number(v.toPrecision(7)) : v;
  return table(label, heads, rows.map(row => heads.map(head => rounded(row[head]))));
}

// Inputs stand in their labels. Those without a choice are hidden.
const controls = (...inputs) => el("div", {class: "controls"}, inputs.map(one => one.parentNode));
function choice(label, options, change) {
  const input = el("select", {change}, options.map((name, value) => el("option", {value}, name)));
  return el("label", {hidden: options.length < 2}, label, input).lastChild;
}
function tick(label, checked, change, offered = true) {
  const input = el("input", {type: "checkbox", checked, change});
  return el("label", {hidden: !offered}, input, label).firstChild;
}
/** A slider over the frequencies whose numbers list() has. */
function slider(list, changed) {
  const said = el("output"), input = el("input", {type: "range", min: 0, value: 0,
    input: () => { input.say(); changed(); }});
  input.say = () => {
    input.max = list().length - 1;
    said.textContent = list().length ? hertz(list()[+input.value]) : "";
    input.setAttribute("aria-valuetext", said.textContent);
  };
  input.say();
  return el("label", {hidden: list().length < 2}, "Frequency", input, said).firstElementChild;
}

// ---- charts are drawn when they come into sight, with another width or theme, and on paper ----

const dark = matchMedia("screen and (prefers-color-scheme: dark)");
const theme = () => dark.matches ? "dark" : "default";
const seen = new IntersectionObserver(list => list.filter(one => one.isIntersecting)
  .forEach(one => one.target.draw()), {rootMargin: "100px"});
/** `option(width)` is an option of ECharts. */
function chart(label, height, option, renderer = "svg") {
  const box = el("div", {class: "chart", role: "img", "aria-label": label,
    style: `height:${height}px`});
  box.draw = () => {
    if (box.chart && box.theme !== theme()) box.chart = box.chart.dispose();
    box.theme = theme();
    box.chart ||= echarts.init(box, box.theme, {renderer});
    box.chart.resize();
    box.chart.setOption({animation: false, backgroundColor: "transparent", color: hues,
      ...option(box.clientWidth)}, true);
  };
  seen.observe(box);
  new ResizeObserver(() => { if (box.chart) box.draw(); }).observe(box);
  return box;
}
const drawAll = () => document.querySelectorAll(".chart").forEach(box => {
  box.draw();
  box.chart.getZr().flush();  // paper does not wait for the next frame
});
addEventListener("beforeprint", drawAll);
for (const query of [matchMedia("print"), dark]) query.addEventListener("change", drawAll);
const dataZoom = [{type: "inside", zoomOnMouseWheel: "ctrl", filterMode: "none"},
  {type: "slider", height: 22, bottom: 6, filterMode: "none"}];
const axis = (name, more) => ({type: "value", scale: true, name, nameLocation: "middle",
  nameGap: 28, axisLabel: {hideOverlap: true, formatter: v => short(v, 5)}, ...more});
const named = (name, data, more) => axis(name, {type: "category", data, axisLabel: {}, ...more});
const tip = formatter => ({confine: true, formatter});
/** Bars beside names, one behind another where there are several series. */
const bars = (label, names, unit, series, say) => chart(label,
  Math.min(1600, 150 + 26 * names.length), width => ({legend: {top: 4}, tooltip: tip(say),
    grid: {left: width / 4 + 20, right: 30, top: 60, bottom: 50},
    xAxis: axis(unit(), {scale: false}),
    yAxis: {type: "category", inverse: true, data: names,
      axisLabel: {width: width / 4, overflow: "truncate"}},
    series: series().map(one => ({type: "bar", stack: "bar", barMaxWidth: 26, ...one}))}));

// ---- what every page has ----

function begin(kind, name, cards) {
  const version = report.version ? ", version " + report.version : "";
  byId("kind").textContent = `minifebem ${kind}${version}`;
  byId("title").textContent = name;
  document.title = `${name}: minifebem ${kind}`;
  byId("nav").before(el("dl", {class: "cards"}, cards.filter(card => card[1])
    .map(([term, said]) => el("div", {}, el("dt", {}, term), el("dd", {}, String(said))))));
}
function tally(list) {
  const found = {};
  for (const word of list) found[word] = (found[word] || 0) + 1;
  return Object.entries(found).map(([word, n]) => `${n} ${word}`).join(", ");
}
function environment() {
  const {command, ranks} = report;
  section("environment", "Settings and environment",
    facts("Settings and environment", {...report, command: null, curve: null,
      case: report.kind === "solve" ? null : problem, page_made_from: data.source}),
    command && [el("h3", {}, "Run it again"),
      code((ranks > 1 ? `mpirun -n ${ranks} ` : "") + command)]);
  byId("foot").append("This page is one file and loads nothing. " +
    `Apache ECharts ${echarts.version} (Apache License 2.0) draws its curves.`);
}

// ---- a solution ----

function solution() {
  for (const one of figures) one.values = decoded(one.values, Float64Array).subarray(0, rows);
  if (data.curves) addPoints();
  const resonances = curve ? curve.resonances : [];
  begin(report.kind, problem.title || problem.file, [
    ["frequencies", count > 1 ? `${count}: ${hertz(0)} to ${hertz(count - 1)}` : count && hertz(0)],
    ["load cases", loads > 1 && loads],
    ["acoustic unknowns", problem.acoustic_dofs],
    ["structural unknowns", problem.structural_dofs],
    ["outcome", tally(words.outcome || [])],
    ["time", `${short(report.total_seconds)} s, ranks: ${report.ranks}`]]);
  section("case", "What was computed",
    el("div", {class: "two"}, facts("Case", problem), el("div", {id: "picture"})),
    data.notes.map(note => text(note)),
    data.case_text && el("details", {}, el("summary", {}, "Text of the case file"),
      code(data.case_text)));
  if (rows > 1) curves(resonances);
  directions();
  if (mesh) field();
  quality();
  if (resonances.length)
    section("resonances", "Resonances", text("Poles of the curve near the real axis. The width ",
      "is that between the points of half the power. The size is relative to the median."),
    listing("Resonances", flattened(resonances.map(r => ({...r, quality: r.hz / r.width_hz})))));
  if ((report.transducers || []).length)
    section("transducers", "Transducers", text("What the curves of conductance and resistance ",
      "say of each driven electrode."), listing("Transducers",
      flattened(report.transducers)));
  if (report.stages.length) stages();
  if (figures.length) allFigures();
}

/** Single field points have figures too. */
function addPoints() {
  const points = complex(data.curves), all = numbers(rows, row =>
    points.of(Math.floor(row / loads), row % loads).map(value => Math.hypot(...value)));
  for (let i = 0; i < points.count; ++i) {
    const place = data.points.places.slice(3 * i, 3 * i + 3).join(", ");
    figures.push({name: `pressure at (${place}) m`, unit: "Pa", help: "amplitude",
      values: all.map(row => row[i])});
  }
}

function curves(resonances) {
  const overLoads = count === 1, {angle = []} = incidence;
  const x = overLoads ? numbers(loads, l => known(angle[l]) ? angle[l] : l) : hz;
  const sets = [["W", "powers, W"], ["Pa", "pressures, Pa"], ["dB", "levels, dB"],
    ["S", "admittance, S"], ["ohm", "impedance, ohm"]]
    .map(([unit, name]) => [name,
      figures.filter(one => one.unit === unit && one.name !== "apparent_power_w")])
    .concat(figures.map(one => [`${title(one.name)}, ${one.unit}`, [one]]))
    .filter(set => set[1].length);
  const box = chart("Curves of figures; the section Figures has the numbers", 400, () => {
    const [name, list] = sets[+which.value], row = i => overLoads ? i : i * loads + +load.value;
    const positive = ({unit, values}) =>
      !/dB|deg/.test(unit) && x.every((_, i) => !(values[row(i)] <= 0));
    const log = logY.checked && list.every(positive);
    return {grid: {left: 80, right: 22, top: 44, bottom: 84}, legend: {top: 4, type: "scroll"},
      dataZoom, tooltip: {confine: true, trigger: "axis", valueFormatter: plain},
      xAxis: axis(overLoads ? "load case" : "frequency, Hz",
        {type: logX.checked ? "log" : "value", min: x[0], max: x[x.length - 1]}),
      yAxis: axis(name, {type: log ? "log" : "value", nameGap: 55}),
      series: list.map((one, n) => ({type: "line", name: title(one.name),
        data: x.map((at, i) => [at, one.values[row(i)]]), showSymbol: x.length < 400,
        symbolSize: (_, p) => words.outcome[row(p.dataIndex)] === "solved" ? 6 : 0,
        markLine: n === 0 && poles.checked ? {silent: true, symbol: "none", label: {show: false},
          lineStyle: {type: "dotted", opacity: .5}, data: resonances.map(r => ({xAxis: r.hz}))}
          : undefined}))};
  });
  const draw = () => box.draw(), which = choice("Figure", sets.map(set => set[0]), draw);
  const load = choice("Load case", overLoads ? [] : loadNames, draw);
  const logX = tick("logarithmic frequency", !overLoads && hz[count - 1] > 20 * hz[0], draw,
    !overLoads);
  const logY = tick("logarithmic figure", true, draw);
  const poles = tick("resonances", true, draw, resonances.length > 0);
  which.value = Math.max(0, sets.findIndex(set =>
    /^(target_strength|transmitting_response)_db$/.test(set[1][0].name)));
  section("curves", "Curves", controls(which, load, logX, logY, poles), box,
    text("Zoom by the bar below the curves, or by the wheel with Ctrl. ",
      curve && "Marks are solutions; between them the curve is interpolated."));
}

/** Levels at(f, i), dB, at frequencies and angles; of each elevation. */
function patterns() {
  const list = [], add = (name, unit, frequencies, {angle = [], elevation = []}, at) => {
    const heights = new Set(elevation.filter(known));
    for (const height of heights) {
      const use = numbers(angle.length).filter(i => known(angle[i]) && elevation[i] === height)
        .sort((a, b) => angle[a] - angle[b]);
      const label = heights.size > 1 ? `${name}, elevation ${height}°` : name;
      if (use.length > 2) list.push({label, unit, frequencies, angles: use.map(i => angle[i]),
        at: (f, i) => at(f, use[i])});
    }
  };
  for (const one of figures.filter(figure => figure.name === "target_strength_db"))
    add("target strength over incidence", "dB re 1 m", numbers(count), incidence,
      (f, l) => one.values[f * loads + l]);
  if (!data.far_field) return list;
  const far = complex(data.far_field);
  far.loads.forEach((load, l) => {
    const all = far.frequencies.map((_, f) => far.of(f, l).map(value => db(Math.hypot(...value))));
    add(problem.far_field + " far field" + ofLoad(load), "dB re 1 Pa m", far.frequencies, far,
      (f, i) => all[f][i]);
  });
  return list;
}

function directions() {
  const list = patterns(), span = 50, shown = () => list[+which.value];  // span in dB
  if (!list.length) return;
  const polar = chart("Level over angle at one frequency", 460, () => {
    const {angles, unit, at} = shown(), f = +frequency.value, n = angles.length;
    const points = angles.map((angle, i) => [at(f, i), angle]);
    const top = 10 * Math.ceil(extremes(points.map(p => p[0]))[1] / 10);
    if (angles[0] + 360 - angles[n - 1] <= angles[1] - angles[0] + .1)
      points.push([points[0][0], angles[0] + 360]);
    return {polar: {radius: "72%"},
      tooltip: tip(({value: [, angle, level]}) => `${angle}°: ${short(level, 6)} ${unit}`),
      angleAxis: {type: "value", min: 0, max: 360, interval: 30, startAngle: 90,
        axisLabel: {formatter: "{value}°"}},
      radiusAxis: {min: top - span, max: top},
      series: [{type: "line", coordinateSystem: "polar", showSymbol: n < 100,
        data: points.map(([level, angle]) => [Math.max(level, top - span), angle, level])}]};
  });
  // The map is one picture: the heat map of ECharts takes long, and is empty on paper.
  const map = chart("Level over frequency and angle", 460, () => {
    const {frequencies, angles, unit, at} = shown(), [w, h] = [frequencies.length, angles.length];
    const cells = numbers(w * h, k => at(k % w, h - 1 - Math.floor(k / w)));
    const [low, top] = extremes(cells), min = Math.max(top - span, low);
    const shade = shades(levels, [min, top]), [x, y] = [w, h].map(n => Math.ceil(600 / n));
    const image = el("canvas", {width: w * x, height: h * y}), brush = image.getContext("2d");
    cells.forEach((level, k) => {
      brush.fillStyle = `rgb(${shade(level)})`;
      brush.fillRect(k % w * x, Math.floor(k / w) * y, x, y);
    });
    return {grid: {left: 60, right: 18, top: 60, bottom: 84}, dataZoom,
      xAxis: named("frequency, Hz", frequencies.map(f => short(hz[f], 5))),
      yAxis: named("angle, degrees", angles, {nameGap: 40}),
      visualMap: {min, max: top, text: [`${short(top)} ${unit}`, short(min)], itemHeight: 200,
        orient: "horizontal", left: "center", top: 8, inRange: {color: levels}},
      series: [{type: "custom", clip: true, silent: true, data: [[0, 0]], renderItem(_, api) {
        const [left, bottom] = api.coord([0, 0]), [right, up] = api.coord([w - 1, h - 1]);
        const [dx, dy] = api.size([1, 1]);
        return {type: "image", style: {image, x: left - dx / 2, y: up - dy / 2,
          width: right - left + dx, height: bottom - up + dy}};
      }}]};
  }, "canvas");
  const said = el("output");
  map.addEventListener("mousemove", ({offsetX, offsetY}) => {
    const {frequencies, angles, unit, at} = shown();
    const [f, i] = map.chart.convertFromPixel({gridIndex: 0}, [offsetX, offsetY]).map(Math.round);
    said.textContent = f in frequencies && i in angles
      ? `${hertz(frequencies[f])}, ${angles[i]}°: ${short(at(f, i), 6)} ${unit}` : "";
  });
  const which = choice("Pattern", list.map(one => one.label), () => {
    frequency.say();
    polar.draw();
    if (count > 1) map.draw();
  });
  const frequency = slider(() => shown().frequencies, () => polar.draw());
  section("directions", "Directions", controls(which, frequency), el("div", {class: "two"},
    el("div", {}, el("h3", {}, "Level over angle"), polar),
    count > 1 && el("div", {}, el("h3", {}, "Level over frequency and angle"), map, said)));
}

// ---- the field on panels, and on the cells of grids of field points with two edges ----

/** Points and panels of the mesh and of those grids, and the field points at the cells' corners. */
function geometry() {
  const points = [...decoded(mesh.points, Float32Array)], cells = [];
  const panels = [...decoded(mesh.panels, Int32Array).subarray(0, 4 * mesh.panel_count)];
  const {places = [], first = [], counts = []} = data.points || {}, before = points.length / 3;
  first.forEach((start, g) => {
    const [n, m, more] = counts.slice(3 * g, 3 * g + 3).filter(size => size > 1);
    if (!m || more) return;
    for (let k = 0; k + 1 < m; ++k)
      for (let i = 0; i + 1 < n; ++i)
        cells.push([0, 1, n + 1, n].map(corner => start + i + n * k + corner));
  });
  return {points: [...points, ...places], cells,
    panels: panels.concat(cells.flat().map(i => before + i))};
}

function field() {
  const {points, panels, cells} = geometry(), {panel_count: surface, regions = ["surface"]} = mesh;
  const fields = data.surface && complex(data.surface), grids = data.grids && complex(data.grids);
  const canvas = el("canvas", {tabindex: 0, role: "application", "aria-label":
    "The surface in three dimensions. Arrow keys turn it, plus and minus zoom, 0 resets."});
  const viewer = new Viewer(canvas, points, panels);
  const letters = ["x", "y", "z"].map(name => el("span", {"aria-hidden": "true"}, name));
  const bar = el("div", {class: "scale"}), ends = el("div", {class: "ends"});
  const keys = el("div", {class: "keys"}, regions.map((name, i) =>
    el("span", {}, el("i", {style: `background:${hues[i % 8]}`}), name)));
  let colour, started = null, time = 0;  // of the period, radians
  const level = ([re, im]) => db(Math.hypot(re, im) / Math.SQRT2);
  const modes = [  // what to show, its value, its palette and its range
    ["level, dB re 1 Pa (rms)", level, levels, (low, top) => [Math.max(low, top - 40), top]],
    ["amplitude, Pa", value => Math.hypot(...value), levels, (_, top) => [0, top]],
    ["pressure at an instant, Pa", ([re, im]) => re * Math.cos(time) + im * Math.sin(time), waves,
      (_, top) => [-top, top]],
    ["phase, degrees", ([re, im]) => Math.atan2(im, re) * 180 / Math.PI, phases, () => [-180, 180]],
    ["mesh and regions"]].slice(fields ? 0 : 4);
  const draw = () => {
    viewer.edges = edges.checked ? surface : 0;
    viewer.draw();
    letters.forEach((node, i) => {
      node.style.left = 40 + 28 * viewer.axes[0][i] + "px";
      node.style.bottom = 28 + 28 * viewer.axes[1][i] + "px";
    });
  };
  const paint = () => {
    viewer.paint(colour);
    draw();
  };
  const moves = () => /instant/.test(modes[+mode.value][0]);
  const show = () => {
    const [, of, palette, limits] = modes[+mode.value];
    viewer.show(surface + (of && planes.checked ? cells.length : 0));
    if (of) {
      const values = fields.of(+at.value, +load.value);
      if (viewer.count > surface) {
        const corners = grids.of(+at.value, +load.value), [start] = data.points.first;
        for (const cell of cells) values.push([0, 1].map(part =>
          cell.reduce((sum, i) => sum + corners[i - start][part] / 4, 0)));
      }
      const range = limits(...extremes(values.map(moves() ? modes[1][1] : of)));
      const shade = shades(palette, range);
      colour = j => shade(of(values[j]));
      bar.style.background = `linear-gradient(90deg, ${palette})`;
      ends.replaceChildren(...[0, .5, 1].map(part =>
        el("span", {}, short(range[0] + part * (range[1] - range[0])))));
    } else {
      colour = j => rgb(hues[mesh.region ? mesh.region[j] % 8 : 0]);
    }
    bar.hidden = ends.hidden = !of;
    keys.hidden = !!of;
    play.parentNode.hidden = !moves();
    paint();
    if (started === null && moves() && play.checked) requestAnimationFrame(step);
  };
  const step = now => {
    started = play.checked && moves() ? started ?? now : null;
    if (started === null) return;
    time = (now - started) / 1000 * Math.PI;  // half a period a second
    paint();
    requestAnimationFrame(step);
  };
  const mode = choice("Show", modes.map(one => one[0]), show);
  const load = choice("Load case", fields ? fields.loads.map(l => loadNames[l]) : [], show);
  const at = slider(() => fields ? fields.frequencies : [], show);
  const play = tick("animate", !matchMedia("(prefers-reduced-motion: reduce)").matches, show);
  const edges = tick("edges", surface < 6000, draw);
  const planes = tick("planes", true, show, cells.length > 0);
  const look = (yaw, pitch, zoom = viewer.zoom) => {
    viewer.face(yaw, pitch, zoom);
    draw();
  };
  const turn = (yaw, pitch) => look(viewer.yaw + yaw, viewer.pitch + pitch);
  const grow = by => look(viewer.yaw, viewer.pitch, viewer.zoom * by);
  const actions = {ArrowLeft: () => turn(.15, 0), ArrowRight: () => turn(-.15, 0),
    ArrowUp: () => turn(0, -.15), ArrowDown: () => turn(0, .15),
    "+": () => grow(1.2), "-": () => grow(1 / 1.2),
    0: () => look(-.6, .35, 1)};
  const on = (name, wanted, action) => canvas.addEventListener(name, event => {
    if (!wanted(event)) return;
    event.preventDefault();
    action(event);
  }, {passive: false});
  on("keydown", event => event.key in actions, event => actions[event.key]());
  on("wheel", event => event.ctrlKey, event => grow(Math.exp(-event.deltaY / 500)));
  on("pointermove", event => event.buttons, event => {
    canvas.setPointerCapture(event.pointerId);
    turn(-event.movementX / 160, event.movementY / 160);
  });
  const views = [["along x", Math.PI / 2, 0], ["along y", 0, 0], ["along z", 0, Math.PI / 2]];
  section("field", fields ? "Field on the surface" : "Mesh",
    controls(mode, load, at, play, edges, planes),
    el("div", {class: "controls"}, views.map(([name, ...to]) =>
      el("button", {type: "button", click: () => look(...to)}, name))),
    viewer.gl ? el("div", {id: "view"}, canvas, letters) : text("This browser has no WebGL 2."),
    bar, ends, keys, text("Drag to turn, or zoom by the wheel with Ctrl. ",
      "Each panel has the colour of its one value."));
  if (!viewer.gl) return;
  mode.value = modes.length - 1;
  show();
  byId("picture").append(el("img", {src: canvas.toDataURL(),
    alt: `The mesh: ${surface} panels of ${regions.join(", ")}`}), keys.cloneNode(true));
  mode.value = 0;
  show();
  new ResizeObserver(draw).observe(canvas);
}

// ---- what remains of a solution ----

function quality() {
  const list = data.marks.map(([name, side, limit, said]) => {
    const {values} = figures.find(one => one.name === name) || {};
    const excess = row => side === "at least" ? limit - values[row]
      : (side === "at most" ? values[row] : Math.abs(values[row] - 1)) - limit;
    const judged = values ? numbers(rows).filter(row =>
      known(values[row]) && words.outcome[row] !== "interpolated") : [];
    const worst = judged.reduce((a, b) => excess(b) > excess(a) ? b : a, judged[0]);
    const bad = judged.filter(row => excess(row) > 0).length;
    return judged.length && [bad === 0, said, title(name), short(values[worst]),
      `${side} ${short(limit)}`, hertz(Math.floor(worst / loads)) + ofLoad(worst % loads),
      `${bad} of ${judged.length}`];
  }).filter(mark => mark), bad = list.filter(mark => !mark[0]).length;
  section("quality", "Can the solution be trusted?",
    text(bad ? `Marks of quality beyond their limits: ${bad} of ${list.length}. ` +
      "Do not expect an error below one per cent there."
      : "All marks of quality are within their limits."),
    curve && known(curve.error_db) && text(`${curve.solved} of ${count} frequencies were solved, ` +
      `the others interpolated. The last solutions, ${curve.checked} of them at random ` +
      `frequencies, differ from the curve before they joined it by ${short(curve.error_db, 2)} ` +
      `dB at most; ${curve.tolerance_db} dB was allowed.`),
    ((report.cores || {}).warnings || []).map(warning => text("Warning: " + warning)),
    table("Marks of quality",
      ["holds", "what", "figure", "worst", "wanted", "at", "solutions beyond"], list));
}

function stages() {
  const list = report.stages, shares = [
    ["computing", 1, r => Math.max(0, r.seconds - r.communication_seconds)],
    ["communication", .4, r => r.communication_seconds]];
  const box = bars("Time of each rank by stage", list[0].ranks.map((_, r) => "rank " + r),
    () => "seconds", () => list.flatMap((stage, n) => shares.map(([, opacity, seconds]) => ({
      name: stage.name, data: stage.ranks.map(seconds),
      itemStyle: {color: hues[n % 8], opacity}}))),
    p => `${p.name}, ${p.seriesName}, ${shares[p.seriesIndex % 2][0]}: ${short(p.value)} s`);
  section("stages", "Time and messages", text("Full colours: computing. Pale colours: in the ",
    "message layer, waiting included."), box,
  listing("Cost of the stages", flattened(list)));
}

function allFigures() {
  const body = el("div"), fill = () => {
    const row = +at.value * loads + +load.value;
    body.replaceChildren(table("Figures at a frequency", ["figure", "value", "unit", "meaning"], [
      ...Object.entries(words).map(([key, list]) => [key, list[row], "", ""]),
      ...figures.map(one => [one.name, known(one.values[row]) ? one.values[row] : null, one.unit,
        one.help])]));
  };
  const at = slider(() => numbers(count), fill), load = choice("Load case", loadNames, fill);
  section("figures", "Figures", controls(at, load), body);
  fill();
}

// ---- other reports: each list of objects is a table with bars, and all else are facts ----

function listed() {
  const lists = [], find = (object, before) => Object.entries(object).forEach(([key, value]) => {
    if (!isObject(value)) return;
    if (!Array.isArray(value)) find(value, before + title(key) + " ");
    else if (value.some(isObject))
      lists.push([before + title(key), flattened(value)]);
  });
  find(report, "");
  const kind = report.kind || (report.quantities ? "solve --convergence" : "verify");
  const outcomes = lists.flatMap(list => list[1])
    .map(row => row.passes ?? row.valid ?? row.outcome ?? row.observation)
    .filter(value => value !== undefined)
    .map(value => value === true ? "passed" : value === false ? "failed" : value);
  begin(kind, problem.title || problem.file || report.benchmark || report.problem || kind, [
    ["ranks", report.ranks], ["outcome", tally(outcomes)],
    ...lists.slice(0, 3).map(([name, rows]) => [name, rows.length])]);
  const first = ([name]) => /^(results|rows|cases)$/.test(name);
  lists.sort((a, b) => first(b) - first(a)).forEach(([name, rows], i) => {
    const differ = [...new Set(rows.flatMap(Object.keys))]
      .filter(head => new Set(rows.map(row => row[head])).size > 1);
    const values = differ.filter(head => rows.some(row => known(row[head])));
    const labels = differ.filter(head => head === "bytes" ||
      !values.includes(head) && !/digest|detail|warm|computed|exact/.test(head));
    const value = () => values[+which.value];
    const label = row => labels.map(head => plain(row[head])).join(", ");
    const box = bars("Bars of " + name, rows.map(label), value,
      () => [{data: rows.map(row => row[value()])}], p => `${p.name}: ${p.value}`);
    const which = choice("Figure", values, () => box.draw());
    which.value = Math.max(0, values.findIndex(head => /median|merit|^seconds|error/.test(head)));
    section("list-" + i, name, values.length && [controls(which), box],
      listing("Table of " + name, rows));
  });
}

report.kind === "solve" ? solution() : listed();
environment();
document.documentElement.dataset.ready = "yes";
