import type { Issue } from './issue.ts';

/** An issue with its file, relative to the content folder, with forward slashes, and its collection's label. */
export type FileIssue = Issue & { file: string; label?: string };

const placeOf = ({ file, line }: FileIssue): string =>
  [file, line && `linha ${line}`].filter(Boolean).join(', ');

function describeIssue(issue: FileIssue, folder: string): string {
  const { field, expected, found, advice } = issue;
  return [
    `${folder}${placeOf(issue)}`,
    ...(field === undefined ? [] : [`  Campo: ${field}`]),
    `  Esperado: ${expected}`,
    `  Encontrado: ${found}`,
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ].join('\n');
}

/** The sentence that the content editor shows for an issue: without the field's name in the file. */
export function inOneSentence({ field, expected, found, advice }: Issue, label = ''): string {
  const subject = (field ?? label).replace(/ \([\w.[\]]+\)$/, '');
  return [`${subject}: esperado ${expected}; encontrado ${found}.`, advice]
    .filter(Boolean)
    .join(' ');
}

/** The same with the file and its line. */
export const inOneLine = (issue: FileIssue): string =>
  `${placeOf(issue)}, ${inOneSentence(issue, issue.label)}`;

/** The issues that a change brings: those of the same kind, in the same place, count only beyond what was there. */
export function newIssues(before: FileIssue[], after: FileIssue[]): FileIssue[] {
  const keyOf = ({ file, field = '', expected }: FileIssue) => `${file} ${field} ${expected}`;
  const known = before.map(keyOf);
  return after.filter((issue) => {
    const place = known.indexOf(keyOf(issue));
    if (place !== -1) known.splice(place, 1);
    return place === -1;
  });
}

/**
 * The report that an editor reads: each error with its file and line, what was expected and found.
 *
 * @param folder the content folder as editors know it, with a slash at the end: `src/content/`
 */
export function report(issues: FileIssue[], folder: string): string {
  const count = issues.length === 1 ? '1 erro' : `${issues.length} erros`;
  return [`Há ${count} no conteúdo:`, ...issues.map((issue) => describeIssue(issue, folder))].join(
    '\n\n',
  );
}
