import { expect, test } from 'vitest';
import { toastTop, type Span } from '../../src/islands/contact/toastPlace.ts';

const SCREEN = { top: 64, bottom: 740 };

const span = (top: number, bottom: number): Span => ({ top, bottom });

test.each([
  ['stands above the button', 100, span(500, 544), [], 388],
  ['below it, where a field above has an error', 100, span(500, 544), [span(300, 480)], 556],
  ['at the foot, where the button is further down', 100, span(900, 944), [span(300, 480)], 628],
  ['at the top, where the foot is needed', 100, span(900, 944), [span(600, 740)], 76],
  ['nowhere, where all of the screen is needed', 100, span(900, 944), [span(70, 730)], undefined],
  ['nowhere, where it is higher than the screen', 700, span(500, 544), [], undefined],
])('a toast %s', (_, height, button, needed, top) => {
  expect(toastTop(height, SCREEN, button, [button, ...needed])).toBe(top);
});
