import { expect, test } from 'vitest';
import { publicPath } from '../../src/lib/paths.ts';

test.each([
  ['index.html', ''],
  ['/site/index.html', '/site/'],
  ['/planos/meu-index.html', '/planos/meu-index'],
  ['/planos/tecnologia', '/planos/tecnologia'],
])('the file %s is served as “%s”', (file, path) => {
  expect(publicPath(file)).toBe(path);
});
