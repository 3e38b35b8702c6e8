-- What staff may do comes from their roles alone, which the console shows and changes.
alter table staff drop column permissions, drop column partner_ids;
