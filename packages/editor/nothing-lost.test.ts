/** Whatever way a form came to its text, a save that would undo a colleague's change asks first. */
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Collection, SiteContent } from '@site/content/collection';
import { optional } from '@site/content/fields';
import { imagePath } from '@site/content/image-field';
import { EditorTab } from './tests/editor-tab.ts';

const PATH = 'src/content/plans/um.json';
const PICTURE = 'src/content/plans/a.svg';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><path d="M0 0h90v60z"/></svg>';
const FIELD = { title: 'Preço', description: 'Dica' };
const COLLECTION: Collection = {
  label: 'Planos',
  files: { folder: 'plans', extension: 'json', namedBy: 'name' },
  schema: z.strictObject({
    name: z.string().meta(FIELD),
    price: z.string().meta(FIELD),
    extra: z.string().meta(FIELD).optional(),
    photo: optional(imagePath().meta(FIELD)),
  }),
  linkedIds: ['fixo'],
  shownOn: [{ path: '/' }],
  count: [1, 4],
};
const collections: Record<string, Collection> = {
  plans: COLLECTION,
  texts: {
    label: 'Textos',
    files: { folder: 'texts', extension: 'md', namedBy: 'name' },
    schema: z.strictObject({ name: z.string().meta(FIELD) }),
    pages: { path: '/', takenIds: [], anchors: [{ id: 'outros', needs: ['texts', 2] }] },
    body: { title: 'Texto', description: '', style: { imageSizes: '', unbrokenClass: '' } },
    shownOn: [{ path: '/[text]' }],
  },
};
const SITE: SiteContent = {
  collections,
  anchors: [
    { url: '/', name: '' },
    { url: '/#planos', name: 'planos', needs: ['plans', 1] },
  ],
  linkAdvice: '',
  examples: { file: 'plans/um.json', values: ['Sob Medida'], drawings: [] },
};
const [GUARANTEE, TERMS] = ['src/content/texts/garantia.md', 'src/content/texts/termos.md'];

let tab: EditorTab;
beforeEach(() => {
  const files = { 'plans/um.json': '{"name": "Um", "price": "Sob Consulta"}', 'plans/a.svg': SVG };
  tab = new EditorTab(SITE, files, PATH);
});

const BRUNO = { commitAuthor: { name: 'Bruno' }, commitDate: expect.any(Date) as Date };
const asks = (cause: object = { type: 'modified', entry: BRUNO }) => ({
  message: 'save_conflict',
  cause,
});
const PRICED = '{"name": "Um", "price": "R$ 149"}';
const MOVED = 'O repositório mudou enquanto você salvava. Tente de novo.';

describe('asks', () => {
  test.each([
    ['another price', PRICED, asks()],
    ['another field', '{"name": "Um", "price": "Sob Consulta", "extra": "x"}', asks()],
    ['a deletion', undefined, asks({ type: 'deleted' })],
    ['a file that no one can read', '{"name"', asks()],
  ])(
    'before it undoes %s, of an open form and of a restored one',
    async (_title, text, expected) => {
      const form = { ...(await tab.open()), name: 'Nome' };
      tab.publish(text);
      await expect(tab.save(form)).rejects.toMatchObject(expected);
      // The library puts the whole backup in place of what it has loaded.
      const restored = { ...structuredClone(form) };
      await expect(tab.save(restored)).rejects.toMatchObject(expected);
      // Cancelled, and tried again.
      await expect(tab.save(form)).rejects.toMatchObject(expected);
      expect(tab.files[PATH]).toBe(text);
    },
  );

  test('once for each version, and saves what the editor wants all the same', async () => {
    const form = { ...(await tab.open()), name: 'Nome' };
    tab.publish(PRICED);
    await expect(tab.save(form)).rejects.toMatchObject(asks());
    tab.publish(PRICED.replace('149', '159'));
    await expect(tab.save(form, { anyway: true })).rejects.toMatchObject(asks());
    const kept = await tab.save(form, { anyway: true });
    expect(tab.files[PATH]).toContain('"Nome"');
    await tab.save({ ...kept, name: 'Outro' });
    expect(tab.files[PATH]).toContain('"Outro"');
  });
});

describe('saves without asking', () => {
  test('from what the library keeps of the last save, over other files and another spelling', async () => {
    let kept = await tab.open();
    for (const name of ['Dois', 'Três']) {
      tab.publish('{}', 'src/content/company.json');
      kept = await tab.save({ ...kept, name, extra: '' });
      expect(tab.files[PATH]).toContain(name);
      tab.publish(`${JSON.stringify({ price: 'Sob Consulta', name })}\r\n`);
    }
  });

  test('again, when GitHub has the text and its answer was lost', async () => {
    const form = { ...(await tab.open()), name: 'Nome' };
    tab.losesAnswer = true;
    await expect(tab.save(form)).rejects.toThrow('Failed to fetch');
    tab.losesAnswer = false;
    await tab.save(form);

    tab.losesAnswer = true;
    const path = PATH.replace('um', 'tres');
    const created = { path, isNew: true };
    await expect(tab.save(form, created)).rejects.toThrow('Failed to fetch');
    tab.losesAnswer = false;
    await tab.save(form, created);
  });

  test('a price beside a picture, which it asks for only when it is newly named', async () => {
    tab.publish('{"name": "Um", "price": "Sob Consulta", "photo": "./a.svg"}');
    const kept = await tab.save({ ...(await tab.open()), price: 'R$ 9' });
    expect(tab.asked).not.toContain(SVG);
    const other = tab.save({ ...kept, photo: './ação b.svg' });
    await expect(other).rejects.toThrow('uma imagem que existe');
    // As a Mac spells it.
    tab.publish(SVG, PICTURE.replace('a.svg', 'ação b.svg'.normalize('NFD')));
    await tab.save({ ...kept, photo: './ação b.svg' });
    expect(tab.asked).toContain(SVG);
    tab.publish('<svg/>', PICTURE.replace('a.', 'b.'));
    const broken = tab.save({ ...(await tab.open()), photo: './b.svg' });
    await expect(broken).rejects.toThrow('uma imagem inteira');
  });

  test('twice, and reads only what has changed', async () => {
    tab.publish('---\nname: Termos\n---\nUm.', TERMS);
    tab.publish(PRICED, PATH.replace('um', 'dois'));
    await tab.save({ ...(await tab.open()), name: 'Nome' });
    tab.asked.length = 0;
    tab.publish('---\nname: Termos\n---\nDois.', TERMS);
    await tab.save({ ...(await tab.open()), name: 'Outro' });
    expect(tab.asked.join()).not.toContain('149');
    expect(tab.asked.join()).toContain('Dois.');
  });
});

describe('refuses', () => {
  test('what a colleague changes while the commit is on its way, and asks the next time', async () => {
    const form = { ...(await tab.open()), name: 'Nome' };
    tab.meanwhile = () => {
      tab.publish(PRICED);
    };
    await expect(tab.save(form)).rejects.toThrow(MOVED);
    await expect(tab.save(form)).rejects.toMatchObject(asks());
  });

  test('a new item where a colleague has just created one', async () => {
    tab.publish('---\nname: Garantia\n---\nUm ano.', GUARANTEE);
    const create = (path: string) =>
      tab.save({ name: 'Garantia', body: 'Já.' }, { isNew: true, path });
    await expect(create(GUARANTEE)).rejects.toThrow('acabou de criar “Garantia”');
    await create(GUARANTEE.replace('.', '-1.'));
  });

  test('to delete a page to which another text links since the last build', async () => {
    tab.publish('---\nname: Garantia\n---\nUm ano.', GUARANTEE);
    tab.publish('---\nname: Termos\n---\n[Ver](/garantia)', TERMS);
    await tab.save({ ...(await tab.open(TERMS)), name: 'Condições' }, { path: TERMS });
    const reason =
      '“Garantia” não foi excluído. Mude antes “Condições” (Textos). “Texto”: esperado o endereço de uma página que o site tem; encontrado “/garantia”.';
    await expect(tab.remove(GUARANTEE)).rejects.toThrow(reason);
    expect(tab.said).toEqual([reason]);
  });

  test('what breaks another text’s link to a heading, a page’s part or an item, until somebody mends that text', async () => {
    tab.publish('---\nname: Termos\n---\n## Um\n\n## Dois', TERMS);
    const links = '[a](/termos#texto-2) [b](/#planos) [c](/garantia#outros)';
    tab.publish(`---\nname: Garantia\n---\n${links}`, GUARANTEE);
    const shorter = { ...(await tab.open(TERMS)), body: '## Um' };
    const saving = () => tab.save(shorter, { path: TERMS, anyway: true });
    const first =
      'Isto não foi salvo. Mude antes “Garantia” (Textos). “Texto”: esperado uma parte que a página /termos tem; encontrado “/termos#texto-2”.';
    await expect(saving()).rejects.toThrow(first);
    await expect(tab.remove(TERMS)).rejects.toThrow('encontrado “/termos#texto-2”');
    const parts = links.replace('#texto-2', '');
    tab.publish(`---\nname: Garantia\n---\n${parts}`, GUARANTEE);
    await expect(tab.remove(TERMS)).rejects.toThrow('encontrado “/termos”');
    tab.publish(`---\nname: Garantia\n---\n[c](/garantia#outros)`, GUARANTEE);
    await expect(tab.remove(TERMS)).rejects.toThrow('encontrado “/garantia#outros”');
    tab.publish('---\nname: Garantia\n---\nUm ano.', GUARANTEE);
    await saving();
    await tab.remove(TERMS);
  });

  test('the last item but one of two that people create at the same time', async () => {
    for (const name of ['b', 'c']) tab.publish(PRICED, PATH.replace('um', name));
    const create = (id: string) =>
      tab.save({ name: id, price: 'R$ 1' }, { isNew: true, path: PATH.replace('um', id) });
    await create('d');
    await expect(create('e')).rejects.toThrow(
      'Isto não foi salvo. Planos: esperado no máximo 4 itens; encontrado 5: b, c, d, um, e.',
    );
    // Somebody has added too many by hand: a change of another item passes, and whoever deletes one of them.
    for (const name of ['e', 'f']) tab.publish(PRICED, PATH.replace('um', name));
    await tab.save({ ...(await tab.open()), name: 'Nome' });
    await tab.remove(PATH.replace('um', 'f'));
  });

  test('a prompt, and a value of the example, that a save adds', async () => {
    const saving = (price: string) => tab.open().then((form) => tab.save({ ...form, price }));
    await expect(saving('(a preencher: o preço)')).rejects.toThrow(
      '“Preço”: esperado o que só a empresa sabe; encontrado “(a preencher: o preço)”',
    );
    await expect(saving('Sob Medida')).rejects.toThrow('o dado da empresa, não o do exemplo');
  });

  test('a field that only a newer page knows, and says to load it', async () => {
    tab.publish(PRICED.replace('}', ', "nova": "x"}'));
    await expect(tab.open().then((form) => tab.save(form))).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/nova.* Recarregue a página\.$/) as string },
    });
  });

  test('an entry that nobody has compared', async () => {
    await expect(tab.commit(PRICED)).rejects.toThrow(MOVED);
  });

  test.each([
    ['um', '“Um” não foi excluído. Planos: esperado pelo menos 1 item; encontrado'],
    ['fixo', 'esperado “fixo”, porque outra página do site leva a ele'],
  ])('to delete the last item, or one that the site itself links to: %s', async (id, reason) => {
    const path = PATH.replace('um', id);
    if (path !== PATH) tab.publish(PRICED, path);
    await expect(tab.remove(path)).rejects.toThrow(reason);
    expect(tab.files[path]).toBeDefined();
  });
});

test('a deleted item takes along its picture, unless another item or a page names it', async () => {
  const [two, three] = [PATH.replace('um', 'dois'), PATH.replace('um', 'três')];
  for (const path of [two, three]) tab.publish(PRICED.replace('}', ', "photo": "./a.svg"}'), path);
  await tab.remove(two);
  expect(Object.keys(tab.files)).toEqual([PATH, PICTURE, three]);
  await tab.remove(three);
  expect(Object.keys(tab.files)).toEqual([PATH]);
});
