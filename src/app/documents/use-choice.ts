import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { keepChoice, keptChoice } from '../data/kept-choice.ts';
import { readSearchState } from '../data/paths.ts';
import { SORTS, VIEWS, type Choice, type Sort } from './filter-and-sort.ts';
import { readFolderId } from './use-open-folder.ts';

const SORT_KEY = 'spolu.sort';

/** State of the list. View, folder and sort order are in the URL; the search text is not. A list keeps the last order. */
export function useChoice() {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const [search, setSearch] = useState(() => readSearchState(state) ?? '');
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    // *Find* asks for the documents of a person, maybe on this page.
    setSearch(readSearchState(state) ?? search);
  }
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'all';
  const sort = SORTS.find((one) => one === (params.get('sort') ?? keptChoice(SORT_KEY))) ?? 'changed';
  const folderId = readFolderId(params);
  const choice = useMemo<Choice>(() => ({ view, sort, folderId, search }), [view, sort, folderId, search]);
  const setSort = (next: Sort): void => {
    keepChoice(SORT_KEY, next);
    setParams(
      (before) => {
        before.set('sort', next);
        return before;
      },
      { replace: true },
    );
  };
  return { choice, setSearch, setSort };
}
