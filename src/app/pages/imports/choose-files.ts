const ENDINGS = '.docx,.md,.markdown,.html,.htm,.txt,.csv,.zip';

/** Asks for files to import. The field is on no page: the button may have moved to another place while the user chooses. */
export function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  const field = document.createElement('input');
  Object.assign(field, { type: 'file', multiple: true, accept: ENDINGS });
  field.addEventListener('change', () => onFiles([...(field.files ?? [])]));
  field.click();
}
