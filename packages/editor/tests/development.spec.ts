import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DevelopedProject, patient } from '@site/test-support/browser/dev-server';
import { test } from '@site/test-support/browser/fixtures';

const project = new DevelopedProject();

test('an editor opens it while the content is broken, and gets changed code that it shares with the function', async ({
  page,
}) => {
  writeFileSync(join(project.contentFolder, 'company.json'), '{');
  const { url } = await project.serve();
  await page.goto(`${url}/admin/`);
  await patient(
    page.getByRole('button', { name: 'Trabalhar com Repositório Local' }),
  ).toBeVisible();

  const script = async () => (await fetch(`${url}/admin/editor.js`)).text();
  const before = await script();
  appendFileSync(
    join(project.root, 'supabase/functions/_shared/phone.ts'),
    'Object.assign(globalThis, { isChanged: true });\n',
  );
  await patient.poll(script).not.toBe(before);
});
