/** Plots as SVG, without a library: lines over calls, and points of price against what is shown. */

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

export interface Point {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Whether it is one of ours that is tuned by a figure. */
  readonly isOwn: boolean;
}

interface Axes {
  readonly title: string;
  readonly across: string;
  readonly up: string;
}

const [width, height, left, right, top, bottom] = [760, 420, 70, 170, 40, 50];
const [innerWidth, innerHeight] = [width - left - right, height - top - bottom];
const colours = ["#888888", "#c0392b", "#1f6fb2", "#2e8b57", "#d68910", "#7d3c98", "#16a085", "#5d6d7e"];

export function plotLines(axes: Axes, series: readonly Series[]): string {
  const most = Math.max(1e-9, ...series.flatMap(({ values }) => values));
  const calls = Math.max(1, ...series.map(({ values }) => values.length - 1));
  const x = (call: number) => left + (innerWidth * call) / calls;
  const y = (value: number) => top + innerHeight * (1 - value / most);
  const lines = series.map(({ values }, place) => {
    const points = values.map((value, call) => `${x(call).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    return `<polyline fill="none" stroke="${pickColour(place)}" stroke-width="1.5" points="${points}"/>`;
  });
  const names = series.map(({ name }, place) =>
    writeText(width - right + 10, top + 14 + place * 18, name, pickColour(place)),
  );
  const marks = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
    drawGuide(y(part * most)),
    writeText(8, y(part * most) + 4, formatFigure(part * most)),
    writeText(x(part * calls) - 8, height - bottom + 18, formatFigure(part * calls)),
  ]);
  return wrap(axes, [...marks, ...lines, ...names]);
}

export function plotPoints(axes: Axes, points: readonly Point[]): string {
  const [leastX, mostX] = spread(points.map(({ x }) => x));
  const [leastY, mostY] = spread(points.map(({ y }) => y));
  const x = (value: number) => left + (innerWidth * (value - leastX)) / (mostX - leastX);
  const y = (value: number) => top + innerHeight * (1 - (value - leastY) / (mostY - leastY));
  const drawn = points.flatMap((point) => {
    const colour = point.isOwn ? "#c0392b" : "#1f6fb2";
    return [
      `<circle cx="${x(point.x).toFixed(1)}" cy="${y(point.y).toFixed(1)}" r="4" fill="${colour}"/>`,
      writeText(x(point.x) + 7, y(point.y) + 4, point.name, colour),
    ];
  });
  const own = points.filter(({ isOwn }) => isOwn).toSorted((a, b) => a.x - b.x);
  const edge = own.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(" ");
  const marks = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => {
    const [across, up] = [leastX + part * (mostX - leastX), leastY + part * (mostY - leastY)];
    return [
      drawGuide(y(up)),
      writeText(8, y(up) + 4, formatFigure(up)),
      writeText(x(across) - 10, height - bottom + 18, formatFigure(across)),
    ];
  });
  return wrap(axes, [
    ...marks,
    `<polyline fill="none" stroke="#c0392b" stroke-dasharray="4 3" points="${edge}"/>`,
    ...drawn,
  ]);
}

function wrap({ title, across, up }: Axes, inside: readonly string[]): string {
  const texts = [
    writeText(left, 22, title, "#000000").replace('font-size="11"', 'font-size="15"'),
    writeText(left + innerWidth / 2 - 40, height - 10, across),
    writeText(8, top - 8, up),
  ];
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif">`;
  return `${[open, `<rect width="${width}" height="${height}" fill="#ffffff"/>`, ...texts, ...inside, "</svg>"].join("\n")}\n`;
}

function drawGuide(y: number): string {
  return `<line x1="${left}" x2="${left + innerWidth}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="#dddddd"/>`;
}

function writeText(x: number, y: number, text: string, fill = "#333333"): string {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="11" fill="${fill}">${safe}</text>`;
}

function spread(values: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max(1e-6, (most - least) * 0.05);
  return [least - margin, most + margin];
}

function pickColour(place: number): string {
  return colours[place % colours.length] ?? "#000000";
}

function formatFigure(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 2 ? 2 : value < 100 ? 1 : 0 });
}
