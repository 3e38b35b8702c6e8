-- Terms of a restaurant that begin on a later day. What is valid then is decided by date; a job makes them the current ones.
create table coming_terms (
  partner_id text not null,
  merchant_id text not null,
  -- The restaurant's date.
  valid_from date not null,
  benefit_days text[] not null,
  campaign_codes text[] not null,
  max_spend_per_month_cents integer,
  max_visits_per_month integer,
  reservation_bonus integer,
  fee_basis_points integer,
  recorded_at timestamptz not null,
  primary key (partner_id, merchant_id, valid_from),
  foreign key (partner_id, merchant_id) references merchant_participations (partner_id, merchant_id) on delete cascade
);

-- The part of a photo that is shown, as shares of its width and height.
alter table merchant_photos
  add column crop_left real not null default 0,
  add column crop_top real not null default 0,
  add column crop_width real not null default 1,
  add column crop_height real not null default 1;
