/** The title of the tab: "(3) Plan – Spolu". */
let [name, count] = ['', ''];

const show = (): void => {
  document.title = count + name;
};

export function setTabName(next: string): void {
  name = next;
  show();
}

/** Before the name, for example "(3) ". */
export function setTabCount(next: string): void {
  count = next;
  show();
}
