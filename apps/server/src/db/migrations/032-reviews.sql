-- What members write about their dines. One that is shown has a row of the same id in merchant_reviews.
create table member_reviews (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  merchant_id text not null references merchants (id),
  transaction_id text not null,
  rating smallint not null check (rating between 1 and 5),
  body text not null,
  dined_on date not null,
  written_at timestamptz not null,
  hidden_at timestamptz,
  unique (partner_id, transaction_id),
  foreign key (partner_id, member_id) references members (partner_id, id)
);
create index member_reviews_member on member_reviews (partner_id, member_id);

alter table merchant_reviews add column hidden_at timestamptz;
-- The rating has one decimal: sums of stars, so that many ratings do not add up its rounding.
alter table merchants add column stars_total numeric(12, 1);

-- By the owner of a restaurant, or anyone else.
create table review_reports (
  id text primary key,
  review_id text not null references merchant_reviews (id) on delete cascade,
  email text not null,
  reason text not null,
  reported_at timestamptz not null,
  decided_at timestamptz
);
create unique index review_reports_open on review_reports (review_id, lower(email)) where decided_at is null;
create index review_reports_review on review_reports (review_id);
