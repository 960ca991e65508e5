"use strict";
// Panels in WebGL 2, each of one colour, in an orthographic view that turns about its middle.

const vertexShader = `#version 300 es
in vec3 place, paint;
uniform mat3 turn;
uniform vec3 middle, scale;
uniform float lift;
out vec3 at, colour;
void main() {
  at = turn * (place - middle);
  gl_Position = vec4(at * scale - vec3(0, 0, lift), 1);
  colour = paint;
}`;
const fragmentShader = `#version 300 es
precision highp float;
in vec3 at, colour;
uniform float lift;
out vec4 pixel;
void main() {
  float light = .62 + .38 * abs(normalize(cross(dFdx(at), dFdy(at))).z);
  pixel = vec4(lift > 0. ? vec3(.1, .12, .15) : colour * light, 1);
}`;

class Viewer {
  /** `points`: three numbers each; `panels`: four points each, the last -1 for a triangle. */
  constructor(canvas, points, panels) {
    this.canvas = canvas;
    const gl = this.gl = canvas.getContext("webgl2", {preserveDrawingBuffer: true});
    if (!gl) return;
    this.program = gl.createProgram();
    for (const [type, text] of [["VERTEX", vertexShader], ["FRAGMENT", fragmentShader]]) {
      const shader = gl.createShader(gl[type + "_SHADER"]);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    gl.useProgram(this.program);
    gl.enable(gl.DEPTH_TEST);
    // Two triangles a panel: corners 0 1 2 and 0 2 3.
    const count = panels.length / 4, place = this.place = new Float32Array(18 * count);
    for (let k = 0; k < 6 * count; ++k) {
      const j = 4 * Math.floor(k / 6), corner = panels[j + [0, 1, 2, 0, 2, 3][k % 6]];
      const i = corner < 0 ? panels[j + 2] : corner;
      place.set(points.slice(3 * i, 3 * i + 3), 3 * k);
    }
    const corners = [0, 1, 1, 2, 2, 5, 5, 0];
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER,
      Uint32Array.from({length: 8 * count}, (_, k) => 6 * Math.floor(k / 8) + corners[k % 8]),
      gl.STATIC_DRAW);
    this.attribute("place", gl.FLOAT, place);
    this.colours = this.attribute("paint", gl.UNSIGNED_BYTE, new Uint8Array(18 * count));
    this.face(-.6, .35, 1);
  }

  attribute(name, type, values) {
    const gl = this.gl, buffer = gl.createBuffer(), at = gl.getAttribLocation(this.program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 3, type, true, 0, 0);
    return buffer;
  }

  /** Shows the first `count` panels, as large as fits. */
  show(count) {
    const low = [1e30, 1e30, 1e30], high = [-1e30, -1e30, -1e30];
    this.place.subarray(0, 18 * count).forEach((x, k) => {
      low[k % 3] = Math.min(low[k % 3], x);
      high[k % 3] = Math.max(high[k % 3], x);
    });
    this.count = count;
    this.middle = low.map((x, i) => (x + high[i]) / 2);
    this.size = Math.hypot(...low.map((x, i) => high[i] - x)) / 2;
  }

  /** `colour(j)`, three numbers up to 255, is the colour of panel j. */
  paint(colour) {
    const gl = this.gl, bytes = new Uint8Array(this.place.length);
    for (let j = 0; j < this.count; ++j) {
      const rgb = colour(j);
      for (let k = 0; k < 18; ++k) bytes[18 * j + k] = rgb[k % 3];
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.colours);
    gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.DYNAMIC_DRAW);
  }

  /** Looks from the azimuth `yaw` about z and the elevation `pitch`, radians. */
  face(yaw, pitch, zoom) {
    this.zoom = Math.max(.3, Math.min(40, zoom));
    this.yaw = yaw;
    this.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, pitch));
    const c = Math.cos(yaw), s = Math.sin(yaw), e = Math.sin(this.pitch), f = Math.cos(this.pitch);
    this.axes = [[c, s, 0], [-s * e, c * e, f], [s * f, -c * f, e]];  // right, up, to the viewer
  }

  draw() {
    const gl = this.gl, to = name => gl.getUniformLocation(this.program, name);
    const {clientWidth, clientHeight} = this.canvas;
    const [w, h] = [clientWidth, clientHeight].map(side => Math.round(side * devicePixelRatio));
    const metre = .95 * this.zoom * Math.min(w, h) / this.size;  // twice that in pixels
    if (this.canvas.width !== w || this.canvas.height !== h)
      Object.assign(this.canvas, {width: w, height: h});
    gl.viewport(0, 0, w, h);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix3fv(to("turn"), true, this.axes.flat());
    gl.uniform3fv(to("middle"), this.middle);
    gl.uniform3f(to("scale"), metre / w, metre / h, -.5 / this.size);
    gl.uniform1f(to("lift"), 0);
    gl.drawArrays(gl.TRIANGLES, 0, 6 * this.count);
    gl.uniform1f(to("lift"), .002);
    gl.drawElements(gl.LINES, 8 * this.edges, gl.UNSIGNED_INT, 0);
  }
}
