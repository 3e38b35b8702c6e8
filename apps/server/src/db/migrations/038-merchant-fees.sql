-- What a restaurant pays of its members' net spend; null: as the partner's setting `merchantFee` says.
alter table merchant_participations add column fee_basis_points integer check (fee_basis_points between 0 and 10000);
