/** Formats in which documents leave, in the order of the dialog. */
export const FILE_FORMATS = ['docx', 'markdown', 'html', 'text'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Of two states that are compared, the web page with the changes comes first. */
export const COMPARED_FORMATS = ['comparison', ...FILE_FORMATS] as const;
