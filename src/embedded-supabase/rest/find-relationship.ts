/** Finds the relationship of an embed, by PostgREST's rules for names and hints. */
import { ApiError } from './api-error.ts';
import { type Catalogue, findNearest, type Relationship, type Table } from './catalogue.ts';

/** Throws PGRST200 when there is none and PGRST201 when there are several. */
export function findRelationship(
  catalogue: Catalogue,
  origin: Table,
  target: string,
  hint: string | null,
): Relationship {
  const all = catalogue.relationships.get(origin) ?? [];
  const found = all.filter((relationship) => {
    if (relationship.foreignTable.schema !== origin.schema) return false;
    return relationship.isSelf
      ? matchesSelf(relationship, target, hint)
      : matches(relationship, target, hint);
  });
  const [only, second] = found;
  if (only === undefined) throw refuseNone(catalogue, origin, target, hint, all);
  if (second !== undefined) throw refuseMany(origin, target, found);
  return only;
}

export function isToOne(relationship: Relationship): boolean {
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
}

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  const isTable = target === relationship.foreignTable.name;
  if (hint === null) {
    const isView = relationship.foreignTable.isView;
    return (
      isTable ||
      (!isView && (isConstraint(relationship, target) || isOnlyColumn(relationship, target, 'own')))
    );
  }
  return (
    isTable &&
    (isConstraint(relationship, hint) ||
      isOnlyColumn(relationship, hint, 'own') ||
      isOnlyColumn(relationship, hint, 'foreign') ||
      (relationship.kind === 'many-to-many' && relationship.junction.name === hint))
  );
}

/** A self-referencing key gives two relationships: the children are named by the table, the parent by the column. */
function matchesSelf(relationship: Relationship, target: string, hint: string | null): boolean {
  const isChildren = target === relationship.foreignTable.name && relationship.kind === 'one-to-many';
  if (hint !== null) return isChildren && isOnlyColumn(relationship, hint, 'foreign');
  return isChildren || (relationship.kind === 'many-to-one' && isOnlyColumn(relationship, target, 'own'));
}

function isConstraint(relationship: Relationship, name: string): boolean {
  return relationship.kind !== 'many-to-many' && relationship.constraint === name;
}

function isOnlyColumn(relationship: Relationship, name: string, side: 'own' | 'foreign'): boolean {
  if (relationship.kind === 'many-to-many' || relationship.columns.length !== 1) return false;
  return relationship.columns[0]?.[side === 'own' ? 0 : 1] === name;
}

function refuseNone(
  catalogue: Catalogue,
  origin: Table,
  target: string,
  hint: string | null,
  all: readonly Relationship[],
): ApiError {
  const using = hint === null ? '' : `' using the hint '${hint}`;
  const names = all.map(({ foreignTable }) => foreignTable.name);
  const nearest = names.includes(target) ? null : findNearest(target, names);
  const isKnown = catalogue.relationships.has(origin);
  return new ApiError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${origin.name}' and '${target}${using}' in the schema '${origin.schema}', but no matches were found.`,
    hint: isKnown && nearest !== null ? `Perhaps you meant '${nearest}' instead of '${target}'.` : null,
  });
}

function refuseMany(origin: Table, target: string, found: readonly Relationship[]): ApiError {
  const hints = found.map(
    (relationship) =>
      `'${relationship.foreignTable.name}!${relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint}'`,
  );
  return new ApiError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    details: found.map(describe),
    hint: `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  });
}

function describe(relationship: Relationship): Record<string, string> {
  const { table, foreignTable } = relationship;
  const list = (columns: readonly (string | undefined)[]) => `(${columns.join(', ')})`;
  const own = (pairs: readonly (readonly string[])[]) => list(pairs.map(([one]) => one));
  const foreign = (pairs: readonly (readonly string[])[]) => list(pairs.map(([, other]) => other));
  const embedding = `${table.name} with ${foreignTable.name}`;
  if (relationship.kind === 'many-to-many') {
    const { junction, source, target } = relationship;
    return {
      cardinality: 'many-to-many',
      embedding,
      relationship: `${junction.name} using ${source.constraint}${foreign(source.columns)} and ${target.constraint}${foreign(target.columns)}`,
    };
  }
  const { kind, constraint, columns } = relationship;
  return {
    cardinality: kind,
    embedding,
    relationship: `${constraint} using ${table.name}${own(columns)} and ${foreignTable.name}${foreign(columns)}`,
  };
}
