import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patient, test } from '@site/test-support/browser/dev-server';

test('an editor opens it while the content is broken, and gets changed code that it shares with the function', async ({
  page,
  project,
  request,
}) => {
  writeFileSync(join(project.contentFolder, 'company.json'), '{');
  await page.goto('/admin/');
  await patient(
    page.getByRole('button', { name: 'Trabalhar com Repositório Local' }),
  ).toBeVisible();

  const script = async () => (await request.get('/admin/editor.js')).text();
  const before = await script();
  appendFileSync(
    join(project.root, 'supabase/functions/_shared/phone.ts'),
    'Object.assign(globalThis, { isChanged: true });\n',
  );
  await patient.poll(script).not.toBe(before);
});
