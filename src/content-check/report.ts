import type { Issue } from '../content-reader/issue.ts';

/** An issue with its file, relative to the content folder, with forward slashes. */
export type Problem = Issue & { file: string };

function describeProblem(problem: Problem): string {
  const { file, line, field, expected, found, advice } = problem;
  return [
    `src/content/${file}${line === undefined ? '' : `, linha ${line}`}`,
    ...(field === undefined ? [] : [`  Campo: ${field}`]),
    `  Esperado: ${expected}`,
    `  Encontrado: ${found}`,
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ].join('\n');
}

/** An issue as the content editor tells it, beside the form. */
export function inOneSentence({ field, expected, found }: Issue & { field: string }): string {
  return `${field}: esperado ${expected}; encontrado ${found}.`;
}

/** The message that an editor reads: every error with its place, what was expected and found. */
export function report(problems: Problem[]): string {
  const count = problems.length === 1 ? '1 erro' : `${problems.length} erros`;
  return [`Há ${count} no conteúdo:`, ...problems.map(describeProblem)].join('\n\n');
}
