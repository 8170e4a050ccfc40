/** The name of a file without folder and extension: an entry's id, part of its URL. */
export function idOf(file: string): string {
  return file.replace(/^.*\/|\.\w+$/g, '');
}
