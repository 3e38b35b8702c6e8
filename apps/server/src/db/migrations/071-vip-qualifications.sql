-- What made a VIP when (the setting `vipQualification`); null: as the row before says.
alter table rate_versions add column vip_qualification jsonb;
