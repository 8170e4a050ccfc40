/** What the editor accepts is published: built, and past the launch check, as valid pages. A build holds many saves. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { builtPages } from '@site/test-support/pages';
import { ProjectCopy } from '@site/test-support/project-copy';
import { htmlErrors } from '@site/test-support/valid-html';
import { cpSync, rmSync } from 'node:fs';
import { anySave, SavedSite } from './tests/saves.ts';

const BUILDS = 40;
const SAVES_IN_A_BUILD = 13;

const SITE_URL = 'https://www.empresadeverdade.com.br';

const project = new ProjectCopy();
beforeAll(() => {
  project.create();
});
afterAll(() => {
  project.remove();
});

test.each(Array.from({ length: BUILDS }, (_, index) => index + 1))(
  `build %i of ${BUILDS}: whatever people save, it is published`,
  async (seed) => {
    rmSync(project.contentFolder, { recursive: true });
    cpSync(FROZEN_CONTENT, project.contentFolder, { recursive: true });
    const site = new SavedSite(project.contentFolder);
    let accepted = 0;
    // A seed of its own for each build, so that one alone can be run again.
    for (const save of fc.sample(anySave, { seed, numRuns: 100 })) {
      if (accepted < SAVES_IN_A_BUILD) accepted += await site.play(save);
    }
    expect(accepted).toBeGreaterThanOrEqual(SAVES_IN_A_BUILD);
    site.write();
    project.build({ SITE_URL });
    const launch = [process.execPath, 'scripts/check-launch.ts'];
    let said = '';
    try {
      said = project.run(launch, { SITE_URL });
    } catch (error) {
      // The brand is the example's, and no backend is configured.
      said = String(error);
    }
    expect(said).toContain('src/brand/mark.svg é de exemplo');
    expect(said).not.toMatch(/^(?:Conteúdo|Site gerado|Há \d+ erro.*)$/m);
    const pages = builtPages(project.siteFolder);
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages) expect(await htmlErrors(page), page.file).toEqual([]);
  },
);
