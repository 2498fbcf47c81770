-- Rates of the actions that the app has beside those of the log.

insert into private.rate_limits (action, per_second, burst) values
  ('create_document', 30 / 60.0, 60),
  ('organize', 2, 120),
  -- A team of fifty is invited one by one.
  ('share', 10 / 60.0, 100),
  ('preview_invitation', 1, 60),
  ('save_version', 10 / 60.0, 60),
  ('restore', 10 / 60.0, 30),
  -- Measuring a deletion reads the whole document.
  ('measure_deletion', 10 / 60.0, 30),
  ('delete_account', 5 / 600.0, 5),
  ('comment', 60 / 3600.0, 60),
  -- Edits, reactions, assignments, threads resolved or read.
  ('change_comment', 1, 120),
  ('mention', 30 / 3600.0, 30),
  ('unsubscribe', 1, 60),
  -- While somebody types into the search box, a search each 150 ms.
  ('search', 2, 60),
  ('index', 10 / 60.0, 30),
  -- Rewriting reads the whole log, a page a call.
  ('erase', 1, 120),
  -- Hashing reads the whole log.
  ('sign_history', 10 / 60.0, 30);
