import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AUTHOR_COLORS } from '../../../../src/app/data/author-colors.ts';

const css = readFileSync(new URL('../../../../src/app/ui/theme.css', import.meta.url), 'utf8');

type Mode = 'light' | 'dark';

function token(name: string, mode: Mode): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const value = found?.[mode === 'light' ? 1 : 2];
  if (!value) throw new Error(`theme.css has no --${name}`);
  return value;
}

/** Relative luminance and contrast, as in WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const SURFACES = ['paper', 'raised', 'hover'];

describe.each<Mode>(['light', 'dark'])('%s theme', (mode) => {
  test.each(['ink', 'muted', 'danger', 'amber'])('%s is readable on every surface', (name) => {
    for (const surface of SURFACES) {
      expect(contrast(token(name, mode), token(surface, mode)), surface).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('a pressed button is readable', () => {
    expect(contrast(token('ink', mode), token('pressed', mode))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['edge', 'focus'])('%s is distinguishable from every surface', (name) => {
    for (const surface of SURFACES) {
      expect(contrast(token(name, mode), token(surface, mode)), surface).toBeGreaterThanOrEqual(3);
    }
  });

  test('every author color is distinguishable from the page', () => {
    for (const color of AUTHOR_COLORS)
      expect(contrast(color, token('paper', mode)), color).toBeGreaterThanOrEqual(3);
  });

  test('text on primary and dangerous buttons is readable', () => {
    for (const look of ['ink', 'danger']) {
      expect(contrast(token('paper', mode), token(look, mode))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('white initials are readable on every author color', () => {
  for (const color of AUTHOR_COLORS) expect(contrast('#ffffff', color), color).toBeGreaterThanOrEqual(4.5);
});

describe('fonts render the input, without ligatures and alternates', () => {
  const rules = (text: string): string[] => text.match(/[^{}]+\{[^{}]*\}/g) ?? [];

  test('from the root of the page', () => {
    const root = rules(css).find((rule) => /\bhtml \{/.test(rule));
    expect(root).toMatch(/font-variant-ligatures: none;/);
  });

  test('and wherever `font` resets all font properties', () => {
    const app = new URL('../../../../src/app/', import.meta.url);
    const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.css'),
    );
    const anew = files
      .flatMap((name) => rules(readFileSync(new URL(name, app), 'utf8')))
      .filter((rule) => /\n\s*font: (?!inherit)/.test(rule));
    expect(anew.length).toBeGreaterThan(0);
    for (const rule of anew) expect(rule).toMatch(/font-variant-ligatures: none;/);
  });
});
