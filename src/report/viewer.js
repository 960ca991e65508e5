"use strict";
// The field on panels and planes in WebGL 2, in an orthographic view that turns about its middle.

const palettes = {
  level: ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"],
  wave: ["#053061", "#2f79b5", "#a7cfe4", "#f7f7f7", "#f8bfa4", "#c13639", "#67001f"],
  phase: ["#b55a30", "#7a8f2d", "#2a9d8f", "#4a6fc4", "#a04fb0", "#b55a30"],
  regions: ["#5b8db8", "#d98c3f", "#6aa668", "#b66a9e", "#b8a548", "#4fa8a8", "#9a7fc7", "#c4685a"]
};
const rgb = hex => [1, 3, 5].map(i => parseInt(hex.substr(i, 2), 16));

/** 256 colours between those of a palette. */
function colours(name) {
  const list = palettes[name].map(rgb), bytes = new Uint8Array(1024);
  for (let i = 0; i < 256; ++i) {
    const at = i / 255 * (list.length - 1), k = Math.min(Math.floor(at), list.length - 2);
    for (let c = 0; c < 3; ++c) bytes[4 * i + c] = list[k][c] + (at - k) * (list[k + 1][c] - list[k][c]);
    bytes[4 * i + 3] = 255;
  }
  return bytes;
}

const vertexShader = `#version 300 es
in vec3 place, normal; in vec2 value; in float region;
uniform mat3 turn; uniform vec3 middle, scale; uniform float lift;
out vec3 facing; out vec2 p; flat out float part;
void main() {
  vec3 at = turn * (place - middle) * scale;
  gl_Position = vec4(at.xy, -at.z * .5 - lift, 1.); facing = turn * normal; p = value; part = region;
}`;
const fragmentShader = `#version 300 es
precision highp float;
in vec3 facing; in vec2 p; flat in float part;
uniform int mode; uniform vec2 range; uniform float angle; uniform vec4 plain; uniform sampler2D palette;
out vec4 colour;
void main() {
  if (plain.a > 0.) { colour = plain; return; }
  float size = length(p), t;
  if (mode == 0) t = 8.685889638 * log(max(size, 1e-30) / 1.41421356);
  else if (mode == 1) t = size;
  else if (mode == 2) t = p.x * cos(angle) + p.y * sin(angle);
  else if (mode == 3) t = degrees(atan(p.y, p.x));
  vec3 base = mode == 4 ? texelFetch(palette, ivec2(int(mod(part, 8.)), 0), 0).rgb
                        : texture(palette, vec2((t - range.x) / (range.y - range.x), .5)).rgb;
  if (mode != 4 && size > 1e20) base = vec3(.55);
  float light = facing == vec3(0.) ? 1. : .62 + .38 * abs(normalize(facing).z);
  colour = vec4(base * light, 1.);
}`;

class Viewer {
  /** `mesh`: points, panels (4 indices each, the last -1 for a triangle), region; `planes`: counts, points. */
  constructor(canvas, mesh, planes) {
    this.canvas = canvas;
    const gl = this.gl = canvas.getContext("webgl2", {antialias: true, preserveDrawingBuffer: true});
    if (!gl) return;
    this.program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    gl.useProgram(this.program);
    this.build(mesh, planes);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    for (const how of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, how, gl.NEAREST);
    gl.enable(gl.DEPTH_TEST);
    this.mode = 4;
    this.range = [0, 1];
    this.angle = 0;
    this.edges = true;
    this.face(-.6, .35);
  }

  build(mesh, planes) {
    const place = [], normal = [], region = [], lines = [];
    this.source = [];  // of each vertex, the number of its value
    const low = [1e30, 1e30, 1e30], high = [-1e30, -1e30, -1e30];
    const at = (points, i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
    const bound = x => x.forEach((v, i) => { low[i] = Math.min(low[i], v); high[i] = Math.max(high[i], v); });
    const triangle = (corners, sources, n, part) => {
      corners.forEach((x, i) => { place.push(...x); normal.push(...n); region.push(part); this.source.push(sources[i]); });
    };
    for (let j = 0; j < mesh.panels.length / 4; ++j) {
      const corners = Array.from(mesh.panels.subarray(4 * j, 4 * j + 4)).filter(i => i >= 0).map(i => at(mesh.points, i));
      const [a, b, c, d] = corners, u = b.map((v, i) => v - a[i]), w = (d || c).map((v, i) => v - a[i]);
      const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
      const part = mesh.region ? mesh.region[j] : 0;
      corners.forEach(bound);
      triangle([a, b, c], [j, j, j], n, part);
      if (d) triangle([a, c, d], [j, j, j], n, part);
      corners.forEach((x, i) => lines.push(...x, ...corners[(i + 1) % corners.length]));
    }
    this.surfaceVertices = place.length / 3;
    const radius = () => Math.hypot(...low.map((v, i) => high[i] - v)) / 2;
    this.bodySize = radius();
    let first = mesh.panels.length / 4;
    for (const {counts, points} of planes) {
      for (let k = 0; k + 1 < counts[1]; ++k) for (let i = 0; i + 1 < counts[0]; ++i) {
        const q = [i + counts[0] * k, i + 1 + counts[0] * k, i + 1 + counts[0] * (k + 1), i + counts[0] * (k + 1)];
        const x = q.map(p => at(points, p));
        x.forEach(bound);
        for (const t of [[0, 1, 2], [0, 2, 3]]) triangle(t.map(s => x[s]), t.map(s => first + q[s]), [0, 0, 0], 0);
      }
      first += counts[0] * counts[1];
    }
    this.place = new Float32Array(place);
    this.middle = low.map((v, i) => (v + high[i]) / 2);
    this.size = radius();
    const gl = this.gl;
    const vertices = gl.createVertexArray(), outline = gl.createVertexArray();
    gl.bindVertexArray(vertices);
    this.attribute("place", this.place, 3);
    this.attribute("normal", new Float32Array(normal), 3);
    this.attribute("region", new Float32Array(region), 1);
    this.values = this.attribute("value", new Float32Array(2 * this.source.length), 2);
    gl.bindVertexArray(outline);
    this.attribute("place", new Float32Array(lines), 3);
    Object.assign(this, {vertices, outline, lineCount: lines.length / 3});
  }

  attribute(name, numbers, width) {
    const gl = this.gl, buffer = gl.createBuffer(), place = gl.getAttribLocation(this.program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, width, gl.FLOAT, false, 0, 0);
    return buffer;
  }

  /** Real and imaginary parts in turn, of the panels, then of the points of each plane; NaN: no value. */
  setField(values) {
    const numbers = new Float32Array(2 * this.source.length), part = i => isNaN(values[i]) ? 1e30 : values[i];
    this.source.forEach((s, v) => numbers.set([part(2 * s), part(2 * s + 1)], 2 * v));
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.values);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, numbers, this.gl.DYNAMIC_DRAW);
  }

  setPalette(name) {
    const gl = this.gl, bytes = name === "regions"
        ? new Uint8Array(palettes.regions.flatMap(hex => [...rgb(hex), 255])) : colours(name);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, bytes.length / 4, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  }

  /** Looks from the azimuth `yaw` about z and the elevation `pitch`, radians. */
  face(yaw, pitch) {
    this.yaw = yaw;
    this.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, pitch));
    this.zoom = this.zoom || 1;
    const [c, s, e, f] = [Math.cos(yaw), Math.sin(yaw), Math.sin(this.pitch), Math.cos(this.pitch)];
    this.axes = [[c, s, 0], [-s * e, c * e, f], [s * f, -c * f, e]];  // right, up, to the viewer
  }

  scale() {
    const {width, height} = this.canvas, s = .95 * this.zoom / this.size, least = Math.min(width, height);
    return [s * least / width, s * least / height, .5 / this.size];
  }

  draw(planesShown) {
    const gl = this.gl, ratio = window.devicePixelRatio || 1, to = name => gl.getUniformLocation(this.program, name);
    const [width, height] = [this.canvas.clientWidth * ratio, this.canvas.clientHeight * ratio].map(Math.round);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, {width, height});
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix3fv(to("turn"), true, this.axes.flat());
    gl.uniform3fv(to("middle"), this.middle);
    gl.uniform3fv(to("scale"), this.scale());
    gl.uniform1i(to("mode"), this.mode);
    gl.uniform2fv(to("range"), this.range);
    gl.uniform1f(to("angle"), this.angle);
    gl.uniform4f(to("plain"), 0, 0, 0, 0);
    gl.uniform1f(to("lift"), 0);
    gl.bindVertexArray(this.vertices);
    gl.drawArrays(gl.TRIANGLES, 0, planesShown ? this.source.length : this.surfaceVertices);
    if (!this.edges) return;
    gl.uniform4f(to("plain"), .1, .12, .15, 1);
    gl.uniform1f(to("lift"), .002);
    gl.bindVertexArray(this.outline);
    gl.drawArrays(gl.LINES, 0, this.lineCount);
  }

  /** Number of the value at a place of the canvas, -1 for none; the nearest triangle counts. */
  valueAt(x, y, planesShown) {
    const {clientWidth, clientHeight} = this.canvas, scale = this.scale();
    const goal = [(2 * x / clientWidth - 1) / scale[0], (1 - 2 * y / clientHeight) / scale[1]];
    const turned = (v, row) => this.axes[row].reduce((sum, a, i) => sum + a * (this.place[3 * v + i] - this.middle[i]), 0);
    let best = -1, depth = -1e30;
    for (let v = 0; v < (planesShown ? this.source.length : this.surfaceVertices); v += 3) {
      const [a, b, c] = [v, v + 1, v + 2].map(i => [turned(i, 0) - goal[0], turned(i, 1) - goal[1]]);
      const w = [b[0] * c[1] - b[1] * c[0], c[0] * a[1] - c[1] * a[0], a[0] * b[1] - a[1] * b[0]], sum = w[0] + w[1] + w[2];
      const parts = w.map(part => part / sum), z = parts.reduce((all, part, i) => all + part * turned(v + i, 2), 0);
      if (!parts.every(part => part >= 0) || z <= depth) continue;
      depth = z;
      best = this.source[v + parts.indexOf(Math.max(...parts))];
    }
    return best;
  }
}
