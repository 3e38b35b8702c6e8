-- What the member calls a card; null: by its brand.
alter table linked_cards add column name text check (char_length(name) between 1 and 30);
