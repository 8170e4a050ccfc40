import { expect, test } from 'vitest';
import { toastTop, type Span } from '../../src/islands/contact/toastPlace.ts';

const SCREEN = { top: 64, bottom: 740 };

const span = (top: number, bottom: number): Span => ({ top, bottom });

test.each([
  ['shows above the button', 100, span(500, 544), [], 388],
  [
    'shows below the button if a field above it has an error',
    100,
    span(500, 544),
    [span(300, 480)],
    556,
  ],
  ['shows at the bottom if the button is off screen', 100, span(900, 944), [span(300, 480)], 628],
  ['shows at the top if the bottom is needed', 100, span(900, 944), [span(600, 740)], 76],
  ['stays hidden if the whole screen is needed', 100, span(900, 944), [span(70, 730)], undefined],
  ['stays hidden if it is taller than the screen', 700, span(500, 544), [], undefined],
])('a toast %s', (_, height, button, needed, top) => {
  expect(toastTop(height, SCREEN, button, [button, ...needed])).toBe(top);
});
