export function Component() {
  return <p>document</p>;
}
