/** The library's open form: whose it is, and other values in it, as if somebody had typed them. */
import { z } from 'zod';
import type { Branch, Commit } from '../branch.ts';
import { showError } from '../dialog.ts';
import { hideLine, lostPictures, showLine, versionIn } from '../history.ts';
import { canonical, ORIGIN } from '../origin.ts';
import { mimeType } from '../pictures.ts';

/** The library's name for an entry's only language. */
export const LOCALE = '_default';

/** Of all fields, by their paths, such as `list.features.0`. */
const VALUES = z.object({ [LOCALE]: z.looseObject({}) });

/** As far as it is used. */
const FORM = z.object({
  collectionName: z.string(),
  currentValues: VALUES,
  originalValues: VALUES,
  /** Pictures that a save uploads, by their `blob:` URLs. */
  files: z.looseObject({}),
  interacted: z.boolean(),
});
type Form = z.infer<typeof FORM>;

declare global {
  /** Set by edits.ts, and of another shape in another release of the library. */
  var openForm: Form | undefined;
}

/** The file of the open form. */
function openPath({ site, contentFolder }: Branch): string | undefined {
  const [, list = '', id = ''] = /^#\/collections\/(.+)\/entries\/(.+)/.exec(location.hash) ?? [];
  const files = site.collections[list === '_singletons' ? id : list]?.files;
  if (!files) return undefined;
  const file = 'file' in files ? files.file : `${files.folder}/${id}.${files.extension}`;
  return `${contentFolder}/${file}`;
}

/** A number is a text in a file with YAML, and a number in the form. */
const textOf = (values: object): string =>
  JSON.stringify(canonical(values), (_, value: unknown) =>
    typeof value === 'number' ? String(value) : value,
  );

/** The values that a form was last filled with. */
let lastFilled = '';

/** True if somebody has typed what is neither saved nor of another version. */
const isUnsaved = ({ currentValues, originalValues }: Form): boolean =>
  ![lastFilled, textOf(originalValues)].includes(textOf(currentValues));

/** By their paths, as the library keeps them. */
const valuesIn = (data: unknown, path: string[] = []): [path: string, value: unknown][] =>
  typeof data === 'object' && data !== null && Object.keys(data).length > 0
    ? Object.entries(data).flatMap(([key, value]) => valuesIn(value, [...path, key]))
    : [[path.join('.'), data]];

/**
 * @param pictures that the branch lacks, by their names in the item's file
 * @returns whether that differs from what is saved
 */
function fillForm(
  form: Form,
  data: object,
  pictures: { name: string; path: string; bytes: Uint8Array<ArrayBuffer> }[],
): boolean {
  // On a phone, the list of versions lies over all else.
  document.querySelector<HTMLElement>('.entry-sidebar-sheet .close')?.click();
  const values = form.currentValues[LOCALE];
  const version = new Map([...valuesIn(data), [ORIGIN, values[ORIGIN]]]);
  for (const { name, path, bytes } of pictures) {
    const type = mimeType(name.replace(/^.*\./, ''));
    const file = new File([bytes], name.replace(/^.*\//, ''), { type });
    const url = URL.createObjectURL(file);
    const [internalPath, publicPath] = [path, name].map((it) => it.replace(/\/[^/]*$/, ''));
    const folder = { collectionName: form.collectionName, internalPath, publicPath };
    form.files[url] = { file, folder };
    for (const [field, value] of version) if (value === name) version.set(field, url);
  }
  Object.assign(values, Object.fromEntries(version));
  for (const field of Object.keys(values))
    if (!version.has(field)) Reflect.deleteProperty(values, field);
  form.interacted = true;
  lastFilled = textOf(form.currentValues);
  return lastFilled !== textOf(form.originalValues);
}

/**
 * Puts a version into the form, where it is saved like any other change.
 *
 * @returns false for one that no form can show: an item under another name, or a file that GitHub has no text of
 */
async function openVersion(branch: Branch, path: string, oid: string): Promise<boolean> {
  const [{ commit }, files] = await Promise.all([
    branch.query<{ commit: Commit }>(
      `commit: object(oid: "${oid}") { ... on Commit { oid committedDate author { name } } }`,
    ),
    branch.filesAt(oid),
  ]);
  const version = await versionIn(files, branch, path);
  if (!version?.isShowable) return false;
  const lost = await lostPictures(branch, version);
  const form = globalThis.openForm;
  const question =
    'O formulário tem mudanças que você não salvou. Trocar o que está nele por esta versão?';
  if (form && path === openPath(branch) && (!isUnsaved(form) || confirm(question)))
    showLine(branch, commit, fillForm(form, version.data, lost));
  return true;
}

/** Lets the library's list of an item's changes lead into the form, instead of to GitHub in another tab. */
export function adaptHistory(branch: Branch): void {
  const open = window.open.bind(window);
  window.open = (url, ...rest) => {
    const [, oid] = /\/commit\/([\da-f]{40})$/.exec(String(url)) ?? [];
    const path = openPath(branch);
    const isKnown = FORM.safeParse(globalThis.openForm).success;
    if (oid === undefined || path === undefined || !isKnown) return open(url, ...rest);
    openVersion(branch, path, oid)
      .then((isShown) => isShown || open(url, ...rest))
      .catch(showError);
    return null;
  };
  window.addEventListener('hashchange', hideLine);
}
