-- Who may only add postings may not lock their table, so the owner's function does.
create function lock_postings() returns void language sql security definer set search_path = public, pg_temp as $$
  lock table ledger_postings in share mode
$$;
revoke execute on function lock_postings() from public;
