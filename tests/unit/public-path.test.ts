import { win32 } from 'node:path';
import { expect, test } from 'vitest';
import { pathBelow, publicPath } from '../../src/lib/public-path.ts';

test.each([
  ['index.html', ''],
  ['/site/index.html', '/site/'],
  ['/planos/meu-index.html', '/planos/meu-index'],
  ['/planos/tecnologia', '/planos/tecnologia'],
  // Of a build on Windows.
  [pathBelow('C:\\dist', 'C:\\dist\\planos\\tecnologia.html', win32), 'planos/tecnologia'],
])('the file %s is served as “%s”', (file, path) => {
  expect(publicPath(file)).toBe(path);
});
