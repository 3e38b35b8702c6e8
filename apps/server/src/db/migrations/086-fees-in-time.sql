-- What a restaurant paid the program until these terms ended; null: as the partner's setting `merchantFee` said.
alter table former_participations add column fee_basis_points integer check (fee_basis_points between 0 and 10000);

-- The setting `merchantFee` since an instant; null: as the row before says.
alter table rate_versions add column merchant_fee_basis_points integer;
