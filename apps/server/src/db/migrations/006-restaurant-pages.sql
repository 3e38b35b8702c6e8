-- Cached restaurant pages also show the story, hours and menu, which 004 does not watch.
create or replace function merchants_changed() returns trigger language plpgsql as $$
begin
  perform refresh_merchant_search(array_agg(participation.partner_id), array_agg(participation.merchant_id))
  from changed join former using (id) join merchant_participations participation on participation.merchant_id = id
  where (to_jsonb(changed) - 'updated_at') is distinct from (to_jsonb(former) - 'updated_at');
  return null;
end $$;
