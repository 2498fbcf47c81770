/**
 * Browser extensions wrap, move and remove elements that React has created. React then throws when it inserts next to
 * such an element or removes it, which crashes the page. These patches find the element where it is now. Text nodes need
 * no patch: each has its own element. See docs/decisions/0019.
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

/** The child of `parent` that is or contains the node; null if there is none. */
function childHolding(parent: Node, node: Node | null): Node | null {
  let child = node;
  while (child !== null && child.parentNode !== parent) child = child.parentNode;
  return child;
}
