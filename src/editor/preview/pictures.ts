/** Stands in for `lib/pictures.ts`, which reads the disk: in the preview, no drawing is a URL of its own. */
export const pictureFile = (): undefined => undefined;
export const drawingInPage = (): undefined => undefined;
