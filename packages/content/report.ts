import type { Issue } from './issue.ts';

/** An issue with its file, relative to the content folder, with forward slashes. */
export type FileIssue = Issue & { file: string };

function describeIssue(
  { file, line, field, expected, found, advice }: FileIssue,
  folder: string,
): string {
  return [
    [`${folder}${file}`, line && `linha ${line}`].filter(Boolean).join(', '),
    ...(field === undefined ? [] : [`  Campo: ${field}`]),
    `  Esperado: ${expected}`,
    `  Encontrado: ${found}`,
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ].join('\n');
}

/** The sentence that the content editor shows for an issue: without the field's name in the file. */
export function inOneSentence({ field, expected, found }: Issue & { field: string }): string {
  return `${field.replace(/ \([\w.[\]]+\)$/, '')}: esperado ${expected}; encontrado ${found}.`;
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
