import type uPlot from 'uplot';

import { tick } from '../words/index.svelte';

type Colour = (name: string) => string;

/** Moves and games come whole. */
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Of a digit at 12 px, in pixels. */
const WIDTH_OF_FIGURE = 7.5;

/** An axis of moves or games. */
export const counting = (colour: Colour, label: string): uPlot.Axis => ({ ...axis(colour, label, 30), size: 30, incrs: WHOLE });

/** An axis that says in words what it counts. */
export function axis(colour: Colour, label: string, size = 44): uPlot.Axis {
  return {
    label, labelSize: 22, space: 32,
    values: (_plot, at) => at.map(tick),
    // As wide as the widest number, so that none lies over the label or outside the picture.
    size: (_plot, shown) => Math.max(size, 12 + WIDTH_OF_FIGURE * Math.max(0, ...(shown ?? []).map((one) => one.length))),
    stroke: colour('soft'), font: '12px system-ui', labelFont: '12px system-ui',
    grid: { stroke: colour('rule'), width: 1 }, ticks: { stroke: colour('rule'), width: 1, size: 4 },
  };
}

/** Draws the line where both are even. */
export function evenLine(colour: Colour, value: number): uPlot.Plugin {
  return {
    hooks: {
      drawAxes: (u) => {
        const y = Math.round(u.valToPos(value, 'y', true));
        if (y < u.bbox.top || y > u.bbox.top + u.bbox.height) return;
        u.ctx.save();
        u.ctx.strokeStyle = colour('ink');
        u.ctx.globalAlpha = 0.7;
        u.ctx.lineWidth = 1.2 * devicePixelRatio;
        u.ctx.beginPath();
        u.ctx.moveTo(u.bbox.left, y);
        u.ctx.lineTo(u.bbox.left + u.bbox.width, y);
        u.ctx.stroke();
        u.ctx.restore();
      },
    },
  };
}

/** A transparent shade of a colour written #rrggbb. */
export function shade(hex: string, alpha: number): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${alpha})`;
}

/** The three series of an estimate with its band, and the band: low, high, estimate. */
export function banded(colour: Colour, name: string): { series: uPlot.Series[]; bands: uPlot.Band[] } {
  const stroke = colour(name);
  const edge: uPlot.Series = { stroke: shade(stroke, 0.4), width: 1, points: { show: false } };
  return {
    series: [{}, edge, { ...edge }, { stroke, width: 2, points: { show: true, size: 5 } }],
    bands: [{ series: [2, 1], fill: shade(stroke, 0.16) }],
  };
}

/** The interval of a single estimate, which has no band yet. */
export function whiskers(colour: Colour, name: string): uPlot.Plugin {
  return {
    hooks: {
      draw: (u) => {
        const [xs, lows, highs] = u.data;
        const [low, high] = [lows?.[0], highs?.[0]];
        if (xs.length !== 1 || low == null || high == null) return;
        const x = Math.round(u.valToPos(xs[0] ?? 0, 'x', true));
        u.ctx.save();
        u.ctx.strokeStyle = shade(colour(name), 0.5);
        u.ctx.lineWidth = 3 * devicePixelRatio;
        u.ctx.beginPath();
        u.ctx.moveTo(x, u.valToPos(low, 'y', true));
        u.ctx.lineTo(x, u.valToPos(high, 'y', true));
        u.ctx.stroke();
        u.ctx.restore();
      },
    },
  };
}

/** Room above and below, also where all values are the same. */
export function roomy(least: number, includes: number[] = []): uPlot.Range.Function {
  return (_u, low, high) => {
    const from = Math.min(low ?? 0, ...includes);
    const to = Math.max(high ?? 0, ...includes);
    const room = Math.max(least, (to - from) * 0.08);
    return [from - room, to + room];
  };
}
