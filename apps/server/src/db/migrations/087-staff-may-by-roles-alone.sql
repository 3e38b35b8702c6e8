-- What staff may do comes from their roles alone, which the console shows and changes.
insert into contract_migrations (name, reason)
  values ('087-staff-may-by-roles-alone', 'They read permissions of an account that are gone.');

alter table staff drop column permissions, drop column partner_ids;
