/** Whatever way a form came to its text, a save that would undo a colleague's change asks first. */
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Collection } from '@site/content/collection';
import { optional } from '@site/content/fields';
import { imagePath } from '@site/content/image-field';
import { Branch } from './branch.ts';
import { checkBeforeSave } from './check-entry.ts';
import { withCommitGate } from './commit-gate.ts';
import { ORIGIN_FORMATS } from './origin.ts';

type Data = Record<string, unknown>;

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
  count: [1, 9],
};
const collections: Record<string, Collection> = {
  plans: COLLECTION,
  texts: {
    label: 'Textos',
    files: { folder: 'texts', extension: 'md', namedBy: 'name' },
    schema: z.strictObject({ name: z.string().meta(FIELD) }),
    pages: { path: '/', takenIds: [], anchors: [] },
    shownOn: [{ path: '/[text]' }],
  },
};
const [GUARANTEE, TERMS] = ['src/content/texts/garantia.md', 'src/content/texts/termos.md'];
const [markdown, json] = ORIGIN_FORMATS as [
  (typeof ORIGIN_FORMATS)[number],
  (typeof ORIGIN_FORMATS)[number],
];

interface Changes {
  additions: { path: string; contents: string }[];
  deletions: { path: string }[];
}

/** What the library hands over and keeps. */
const mapOf = (path: string, data: Data, newRecord: boolean) => ({
  toJS: () => ({ path, data, newRecord }),
  setIn: ([, field = '']: string[], value: unknown) =>
    mapOf(path, { ...data, [field]: value }, newRecord),
});

/** A repository on GitHub, and the editor's tab. */
class Desk {
  files: Record<string, string> = {
    [PATH]: '{"name": "Um", "price": "Sob Consulta"}',
    [PICTURE]: SVG,
  };
  head = 1;
  /** Runs once, when the next commit is on its way. */
  meanwhile: (() => void) | undefined;
  losesAnswer = false;
  readonly asked: string[] = [];
  readonly said: string[] = [];
  readonly #branch = new Branch(
    (url, init) => Promise.resolve(this.#answer(url as string, init)),
    {
      backend: { name: 'github', repo: 'empresa/site', branch: 'main' },
      media_folder: 'src/content',
    },
    collections,
  );
  readonly #check = checkBeforeSave(
    collections,
    { ofEntries: [], ofSite: [], advice: '' },
    this.#branch,
  );
  readonly #send = withCommitGate(
    (url, init) => Promise.resolve(this.#answer(url as string, init)),
    this.#branch,
    () => undefined,
    (sentence) => this.said.push(sentence),
  );

  async start(): Promise<this> {
    await this.#send('https://api.github.com/graphql', { method: 'POST', body: '{"query":""}' });
    return this;
  }

  /** A colleague's change. */
  publish(text: string | undefined, path = PATH): void {
    this.head += 1;
    if (text === undefined) Reflect.deleteProperty(this.files, path);
    else this.files[path] = text;
  }

  open(path = PATH): Promise<Data> {
    const format = path.endsWith('md') ? markdown : json;
    return format.fromFile(this.files[path] ?? '');
  }

  /** @returns what the library keeps of the item */
  async save(data: Data, { path = PATH, isNew = false, anyway = false } = {}): Promise<Data> {
    globalThis.isOverwriting = anyway;
    const entry = await this.#check({ entry: mapOf(path, data, isNew) } as never);
    const kept = (entry as unknown as ReturnType<typeof mapOf>).toJS().data;
    await this.commit((path.endsWith('md') ? markdown : json).toFile(kept), path);
    return kept;
  }

  commit(text: string, path = PATH): Promise<void> {
    this.meanwhile?.();
    this.meanwhile = undefined;
    const contents = Buffer.from(text).toString('base64');
    return this.#ask({ additions: [{ path, contents }], deletions: [] });
  }

  remove(path: string): Promise<void> {
    return this.#ask({ additions: [], deletions: [{ path }] });
  }

  async #ask(fileChanges: Changes): Promise<void> {
    const input = { expectedHeadOid: String(this.head), fileChanges };
    const body = JSON.stringify({ query: 'createCommitOnBranch', variables: { input } });
    await this.#send('https://api.github.com/graphql', { method: 'POST', body });
    if (this.losesAnswer) throw new TypeError('Failed to fetch');
  }

  #answer(url: string, init?: RequestInit): Response {
    this.asked.push(url.replace(/.*\/contents\//, ''));
    if (!url.endsWith('/graphql')) {
      const text = this.files[/contents\/(.*)\?/.exec(url)?.[1] ?? ''];
      return text === undefined ? Response.json({}, { status: 404 }) : new Response(text);
    }
    const { query, variables } = JSON.parse(init?.body as string) as {
      query: string;
      variables?: { input: { fileChanges: Changes } };
    };
    const { additions, deletions } = variables?.input.fileChanges ?? {
      additions: [],
      deletions: [],
    };
    for (const { path, contents } of additions) {
      this.publish(String(Buffer.from(contents, 'base64')), path);
    }
    for (const { path } of deletions) this.publish(undefined, path);
    const [plans, texts] = ['plans', 'texts'].map((folder) => ({
      entries: Object.entries(this.files)
        .filter(([path]) => path.includes(`/${folder}/`))
        .map(([path, text]) => ({ name: path.replace(/.*\//, ''), object: { text } })),
    }));
    const text = this.files[/file\(path: "(.*?)"\)/.exec(query)?.[1] ?? ''];
    const file = text === undefined ? null : { object: { text } };
    const change = { author: { name: 'Bruno' }, committedDate: '2026-08-01T13:00:00Z' };
    const target = { oid: String(this.head), history: { nodes: [change] }, file };
    const createCommitOnBranch = { commit: { oid: String(this.head) } };
    return Response.json({
      data: { repository: { ref: { target }, plans, texts }, createCommitOnBranch },
    });
  }
}

let desk: Desk;
beforeEach(async () => {
  desk = await new Desk().start();
});

const BRUNO = { commitAuthor: { name: 'Bruno' }, commitDate: new Date('2026-08-01T13:00:00Z') };
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

  test('of what was kept by an editor that noted no origin', async () => {
    const { price } = await desk.open();
    await expect(desk.save({ name: 'Nome', price })).rejects.toMatchObject(asks());
  });

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
  });

  test('a price beside a picture, which it asks for only when it is newly named', async () => {
    desk.publish('{"name": "Um", "price": "Sob Consulta", "photo": "./a.svg"}');
    const kept = await desk.save({ ...(await desk.open()), price: 'R$ 9' });
    expect(desk.asked.filter((url) => url.includes('.svg'))).toEqual([]);
    const other = desk.save({ ...kept, photo: './ação b.svg' });
    await expect(other).rejects.toThrow('uma imagem que existe');
    expect(desk.asked.filter((url) => url.includes('.svg'))).toEqual([
      'src/content/plans/a%C3%A7%C3%A3o%20b.svg?ref=3',
      'src/content/plans/ac%CC%A7a%CC%83o%20b.svg?ref=3',
    ]);
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

  test('a new item where a colleague has just created one, and once a title that is taken', async () => {
    desk.publish('---\nname: Garantia\n---\nUm ano.', GUARANTEE);
    const create = (path: string) =>
      desk.save({ name: 'Garantia', body: 'Já.' }, { isNew: true, path });
    await expect(create(GUARANTEE)).rejects.toThrow('acabou de criar “Garantia”');
    await create(GUARANTEE.replace('.', '-1.'));
    const second = GUARANTEE.replace('.', '-2.');
    const message =
      'Já existe um item com o título “Garantia”, e o endereço deste seria /garantia-2';
    await expect(create(second)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(message) as string },
    });
    await create(second);
  });

  test('to delete a page to which another text links since the last build', async () => {
    desk.publish('---\nname: Garantia\n---\nUm ano.', GUARANTEE);
    desk.publish('---\nname: Termos\n---\n[Ver](/garantia)', TERMS);
    await desk.save({ ...(await desk.open(TERMS)), name: 'Condições' }, { path: TERMS });
    const reason =
      '“Garantia” não foi excluído: o texto de “Condições” tem um link para /garantia. Tire antes esse link.';
    await expect(desk.remove(GUARANTEE)).rejects.toThrow(reason);
    expect(desk.said).toEqual([reason]);
  });

  test('an entry that nobody has compared', async () => {
    await expect(desk.commit(PRICED)).rejects.toThrow(MOVED);
  });

  test.each([
    ['the last item', PATH, 'precisa de pelo menos um item em “Planos”'],
    [
      'what the site itself links to',
      PATH.replace('um', 'fixo'),
      'o próprio site leva a essa página',
    ],
  ])('to delete %s', async (_title, path, reason) => {
    if (path !== PATH) desk.publish(PRICED, path);
    await expect(desk.remove(path)).rejects.toThrow(reason);
    expect(desk.files[path]).toBeDefined();
  });
});

test('a deleted item takes along its picture, unless another item names it', async () => {
  const [two, three] = [PATH.replace('um', 'dois'), PATH.replace('um', 'três')];
  for (const path of [two, three]) desk.publish(PRICED.replace('}', ', "photo": "./a.svg"}'), path);
  await desk.remove(two);
  expect(Object.keys(desk.files)).toEqual([PATH, PICTURE, three]);
  await desk.remove(three);
  expect(Object.keys(desk.files)).toEqual([PATH]);
});
