/** Whatever way a form came to its text, a save that would undo a colleague's change asks first. */
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Collection, SiteContent } from '@site/content/collection';
import { optional } from '@site/content/fields';
import { imagePath } from '@site/content/image-field';
import { Desk } from './tests/desk.ts';

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

let desk: Desk;
beforeEach(() => {
  const files = { 'plans/um.json': '{"name": "Um", "price": "Sob Consulta"}', 'plans/a.svg': SVG };
  desk = new Desk(SITE, files, PATH);
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
      const form = { ...(await desk.open()), name: 'Nome' };
      desk.publish(text);
      await expect(desk.save(form)).rejects.toMatchObject(expected);
      // The library puts the whole backup in place of what it has loaded.
      const restored = { ...structuredClone(form) };
      await expect(desk.save(restored)).rejects.toMatchObject(expected);
      // Cancelled, and tried again.
      await expect(desk.save(form)).rejects.toMatchObject(expected);
      expect(desk.files[PATH]).toBe(text);
    },
  );

  test('once for each version, and saves what the editor wants all the same', async () => {
    const form = { ...(await desk.open()), name: 'Nome' };
    desk.publish(PRICED);
    await expect(desk.save(form)).rejects.toMatchObject(asks());
    desk.publish(PRICED.replace('149', '159'));
    await expect(desk.save(form, { anyway: true })).rejects.toMatchObject(asks());
    const kept = await desk.save(form, { anyway: true });
    expect(desk.files[PATH]).toContain('"Nome"');
    await desk.save({ ...kept, name: 'Outro' });
    expect(desk.files[PATH]).toContain('"Outro"');
  });
});

describe('saves without asking', () => {
  test('from what the library keeps of the last save, over other files and another spelling', async () => {
    let kept = await desk.open();
    for (const name of ['Dois', 'Três']) {
      desk.publish('{}', 'src/content/company.json');
      kept = await desk.save({ ...kept, name, extra: '' });
      expect(desk.files[PATH]).toContain(name);
      desk.publish(`${JSON.stringify({ price: 'Sob Consulta', name })}\r\n`);
    }
  });

  test('again, when GitHub has the text and its answer was lost', async () => {
    const form = { ...(await desk.open()), name: 'Nome' };
    desk.losesAnswer = true;
    await expect(desk.save(form)).rejects.toThrow('Failed to fetch');
    desk.losesAnswer = false;
    await desk.save(form);

    desk.losesAnswer = true;
    const path = PATH.replace('um', 'tres');
    const created = { path, isNew: true };
    await expect(desk.save(form, created)).rejects.toThrow('Failed to fetch');
    desk.losesAnswer = false;
    await desk.save(form, created);
  });

  test('a price beside a picture, which it asks for only when it is newly named', async () => {
    desk.publish('{"name": "Um", "price": "Sob Consulta", "photo": "./a.svg"}');
    const kept = await desk.save({ ...(await desk.open()), price: 'R$ 9' });
    expect(desk.asked).not.toContain(SVG);
    const other = desk.save({ ...kept, photo: './ação b.svg' });
    await expect(other).rejects.toThrow('uma imagem que existe');
    // As a Mac spells it.
    desk.publish(SVG, PICTURE.replace('a.svg', 'ação b.svg'.normalize('NFD')));
    await desk.save({ ...kept, photo: './ação b.svg' });
    expect(desk.asked).toContain(SVG);
    desk.publish('<svg/>', PICTURE.replace('a.', 'b.'));
    const broken = desk.save({ ...(await desk.open()), photo: './b.svg' });
    await expect(broken).rejects.toThrow('uma imagem inteira');
  });

  test('twice, and reads only what has changed', async () => {
    desk.publish('---\nname: Termos\n---\nUm.', TERMS);
    desk.publish(PRICED, PATH.replace('um', 'dois'));
    await desk.save({ ...(await desk.open()), name: 'Nome' });
    desk.asked.length = 0;
    desk.publish('---\nname: Termos\n---\nDois.', TERMS);
    await desk.save({ ...(await desk.open()), name: 'Outro' });
    expect(desk.asked.join()).not.toContain('149');
    expect(desk.asked.join()).toContain('Dois.');
  });
});

describe('refuses', () => {
  test('what a colleague changes while the commit is on its way, and asks the next time', async () => {
    const form = { ...(await desk.open()), name: 'Nome' };
    desk.meanwhile = () => {
      desk.publish(PRICED);
    };
    await expect(desk.save(form)).rejects.toThrow(MOVED);
    await expect(desk.save(form)).rejects.toMatchObject(asks());
  });

  test('a new item where a colleague has just created one', async () => {
    desk.publish('---\nname: Garantia\n---\nUm ano.', GUARANTEE);
    const create = (path: string) =>
      desk.save({ name: 'Garantia', body: 'Já.' }, { isNew: true, path });
    await expect(create(GUARANTEE)).rejects.toThrow('acabou de criar “Garantia”');
    await create(GUARANTEE.replace('.', '-1.'));
  });

  test('to delete a page to which another text links since the last build', async () => {
    desk.publish('---\nname: Garantia\n---\nUm ano.', GUARANTEE);
    desk.publish('---\nname: Termos\n---\n[Ver](/garantia)', TERMS);
    await desk.save({ ...(await desk.open(TERMS)), name: 'Condições' }, { path: TERMS });
    const reason =
      '“Garantia” não foi excluído. Mude antes “Condições” (Textos). “Texto”: esperado o endereço de uma página que o site tem; encontrado “/garantia”.';
    await expect(desk.remove(GUARANTEE)).rejects.toThrow(reason);
    expect(desk.said).toEqual([reason]);
  });

  test('what breaks another text’s link to a heading, a page’s part or an item, until somebody mends that text', async () => {
    desk.publish('---\nname: Termos\n---\n## Um\n\n## Dois', TERMS);
    const links = '[a](/termos#texto-2) [b](/#planos) [c](/garantia#outros)';
    desk.publish(`---\nname: Garantia\n---\n${links}`, GUARANTEE);
    const shorter = { ...(await desk.open(TERMS)), body: '## Um' };
    const saving = () => desk.save(shorter, { path: TERMS, anyway: true });
    const first =
      'Isto não foi salvo. Mude antes “Garantia” (Textos). “Texto”: esperado uma parte que a página /termos tem; encontrado “/termos#texto-2”.';
    await expect(saving()).rejects.toThrow(first);
    await expect(desk.remove(TERMS)).rejects.toThrow('encontrado “/termos#texto-2”');
    const parts = links.replace('#texto-2', '');
    desk.publish(`---\nname: Garantia\n---\n${parts}`, GUARANTEE);
    await expect(desk.remove(TERMS)).rejects.toThrow('encontrado “/termos”');
    desk.publish(`---\nname: Garantia\n---\n[c](/garantia#outros)`, GUARANTEE);
    await expect(desk.remove(TERMS)).rejects.toThrow('encontrado “/garantia#outros”');
    desk.publish('---\nname: Garantia\n---\nUm ano.', GUARANTEE);
    await saving();
    await desk.remove(TERMS);
  });

  test('the last item but one of two that people create at the same time', async () => {
    for (const name of ['b', 'c']) desk.publish(PRICED, PATH.replace('um', name));
    const create = (id: string) =>
      desk.save({ name: id, price: 'R$ 1' }, { isNew: true, path: PATH.replace('um', id) });
    await create('d');
    await expect(create('e')).rejects.toThrow(
      'Isto não foi salvo. Planos: esperado no máximo 4 itens; encontrado 5: um, b, c, d, e.',
    );
    // Somebody has added too many by hand: a change of another item passes, and whoever deletes one of them.
    for (const name of ['e', 'f']) desk.publish(PRICED, PATH.replace('um', name));
    await desk.save({ ...(await desk.open()), name: 'Nome' });
    await desk.remove(PATH.replace('um', 'f'));
  });

  test('a prompt, and a value of the example, that a save adds', async () => {
    const saving = (price: string) => desk.open().then((form) => desk.save({ ...form, price }));
    await expect(saving('(a preencher: o preço)')).rejects.toThrow(
      '“Preço”: esperado o que só a empresa sabe; encontrado “(a preencher: o preço)”',
    );
    await expect(saving('Sob Medida')).rejects.toThrow('o dado da empresa, não o do exemplo');
  });

  test('a field that only a newer page knows, and says to load it', async () => {
    desk.publish(PRICED.replace('}', ', "nova": "x"}'));
    await expect(desk.open().then((form) => desk.save(form))).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/nova.* Recarregue a página\.$/) as string },
    });
  });

  test('an entry that nobody has compared', async () => {
    await expect(desk.commit(PRICED)).rejects.toThrow(MOVED);
  });

  test.each([
    [
      'the last item',
      PATH,
      '“Um” não foi excluído. Planos: esperado pelo menos 1 item; encontrado',
    ],
    [
      'what the site itself links to',
      PATH.replace('um', 'fixo'),
      'esperado “fixo”, porque outra página do site leva a ele',
    ],
  ])('to delete %s', async (_title, path, reason) => {
    if (path !== PATH) desk.publish(PRICED, path);
    await expect(desk.remove(path)).rejects.toThrow(reason);
    expect(desk.files[path]).toBeDefined();
  });
});

test('a deleted item takes along its picture, unless another item or a page names it', async () => {
  const [two, three] = [PATH.replace('um', 'dois'), PATH.replace('um', 'três')];
  for (const path of [two, three]) desk.publish(PRICED.replace('}', ', "photo": "./a.svg"}'), path);
  await desk.remove(two);
  expect(Object.keys(desk.files)).toEqual([PATH, PICTURE, three]);
  await desk.remove(three);
  expect(Object.keys(desk.files)).toEqual([PATH]);
});
