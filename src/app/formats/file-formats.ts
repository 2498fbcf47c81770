/** Formats in which documents leave, in the order of the dialog. */
export const FILE_FORMATS = ['docx', 'markdown', 'html', 'text'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
