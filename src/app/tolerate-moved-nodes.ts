/**
 * Extensions wrap, move and remove elements that React has made. React does not look before it inserts beside one or
 * removes it, and the error takes the page down. Here such an element is found where it is now. Texts need none of
 * this: each has an element of its own. See docs/decisions/0019.
 */
export function tolerateMovedNodes(): void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called on its node below
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function insertBesideMoved<Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null,
  ): Child {
    return insertBefore.call(this, node, childHolding(this, before)) as Child;
  };
  Node.prototype.removeChild = function removeMoved<Child extends Node>(this: Node, child: Child): Child {
    return child.parentNode === null ? child : (removeChild.call(child.parentNode, child) as Child);
  };
}

/** The child of `parent` that a node is or stands in; null when it stands elsewhere. */
function childHolding(parent: Node, node: Node | null): Node | null {
  let child = node;
  while (child !== null && child.parentNode !== parent) child = child.parentNode;
  return child;
}
