/** What packages/finish does to the built pages. */
import { expect, test } from 'vitest';
import { builtPages, BUILD, pairsIn, read } from '@site/test-support/pages';

const PAGES = builtPages(BUILD.folder);

test.each(PAGES.filter(({ file }) => !file.endsWith('404.html')))(
  'no script delays the heading of $file',
  ({ html }) => {
    const [heading, rest] = html.split('</h1>');
    expect(heading).not.toContain('<script');
    expect(rest).toContain('<script');
  },
);

test('everything that ships to visitors is in the license list, under a free license', () => {
  const licenses = pairsIn(read('licenses.txt'), /^## (\S+) - \S+ \((.*)\)$/gm);
  const shipped = ['react', 'sonner', '@supabase/supabase-js', 'astro', '@iconify-json/lucide'];
  expect(Object.keys(licenses)).toEqual(expect.arrayContaining(shipped));
  const free = ['MIT', 'ISC', '0BSD', 'OFL-1.1', 'Apache-2.0', 'BSD-3-Clause'];
  expect(Object.values(licenses).filter((license) => !free.includes(license))).toEqual([]);
});
