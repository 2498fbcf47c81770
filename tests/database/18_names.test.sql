-- Names in any script are cleaned, and cut between graphemes.
select plan(3);

select results_eq(
  $$ select given, private.clean_name(given) from (values
    ('👨‍👩‍👧 Rodina'), ('می‌خواهم'), ('क्‍ष'), ('❤️‍🔥'), ('An‍na'), ('‍Anna'), ('Anna‌ Nová'), ('‍'), (E'An\u202ena'), ('Ann​a'), (' Anna '), ('👨‍')
  ) as names (given) $$,
  $$ values
    ('👨‍👩‍👧 Rodina', '👨‍👩‍👧 Rodina'), ('می‌خواهم', 'می‌خواهم'), ('क्‍ष', 'क्‍ष'), ('❤️‍🔥', '❤️‍🔥'), ('An‍na', 'Anna'), ('‍Anna', 'Anna'),
    ('Anna‌ Nová', 'Anna Nová'), ('‍', null), (E'An\u202ena', 'Anna'), ('Ann​a', 'Anna'), (' Anna ', 'Anna'), ('👨‍', '👨') $$,
  'joiners stay only where they have an effect, other invisible characters go'
);

select results_eq(
  $$ select given, room, private.cut_text(given, room) from (values
    ('abc', 3), ('abcd', 3), ('ab😀', 3), ('ab😀c', 3), ('a👨‍👩‍👧b', 5), ('a👨‍👩‍👧b', 6), (E'cafe\u0301s', 4), (E'cafe\u0301s', 5), ('a👍🏽', 2),
    ('a🇨🇿', 2), ('a🇨🇿b', 3), (E'1\ufe0f\u20e3', 1)
  ) as texts (given, room) $$,
  $$ values
    ('abc', 3, 'abc'), ('abcd', 3, 'abc'), ('ab😀', 3, 'ab😀'), ('ab😀c', 3, 'ab😀'), ('a👨‍👩‍👧b', 5, 'a'), ('a👨‍👩‍👧b', 6, 'a👨‍👩‍👧'), (E'cafe\u0301s', 4, 'caf'),
    (E'cafe\u0301s', 5, E'cafe\u0301'), ('a👍🏽', 2, 'a'), ('a🇨🇿', 2, 'a'), ('a🇨🇿b', 3, 'a🇨🇿'), (E'1\ufe0f\u20e3', 1, '') $$,
  'a text is cut between graphemes'
);

select is(char_length(private.clean_name(repeat('👨‍👩‍👧', 40))), 80, 'a long name is cut to 80 characters of whole graphemes');
