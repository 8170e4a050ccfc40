/** The dialog that the library opens for a conflict, and what somebody has answered there. */
import type { Branch } from '../branch.ts';

declare global {
  /** Set by edits.ts. */
  var isOverwriting: boolean | undefined;
}

/** True if the save follows on “Salvar mesmo assim”. */
export const isOverwriting = (): boolean => globalThis.isOverwriting === true;

/** Opens the dialog, which says who changed or deleted an item, and asks whether to save all the same. */
export class Conflict extends Error {
  constructor({ text, change }: NonNullable<Awaited<ReturnType<Branch['newest']>>>) {
    const entry = {
      commitAuthor: change?.author,
      commitDate: change && new Date(change.committedDate),
    };
    const cause = text === undefined ? { type: 'deleted' } : { type: 'modified', entry };
    super('save_conflict', { cause });
  }
}
