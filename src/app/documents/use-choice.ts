import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SORTS, VIEWS, type Choice, type Sort } from './filter-and-sort.ts';
import { readFolderId } from './use-open-folder.ts';

/** State of the list. View, folder and sort order are in the URL; the search text is not. */
export function useChoice() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'all';
  const sort = SORTS.find((one) => one === params.get('sort')) ?? 'changed';
  const folderId = readFolderId(params);
  const choice = useMemo<Choice>(() => ({ view, sort, folderId, search }), [view, sort, folderId, search]);
  const setSort = (next: Sort): void =>
    setParams(
      (before) => {
        if (next === 'changed') before.delete('sort');
        else before.set('sort', next);
        return before;
      },
      { replace: true },
    );
  return { choice, setSearch, setSort };
}
