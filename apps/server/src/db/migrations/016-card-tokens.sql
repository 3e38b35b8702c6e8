-- A card's token at one partner cannot be matched with that at another: the SHA-256 of partner and fingerprint.
update linked_cards
set card_token = rtrim(
  translate(encode(sha256(convert_to(partner_id || ':' || card_token, 'UTF8')), 'base64'), '+/', '-_'), '=');

-- Tokens of the card frame link a card once.
create table used_card_tokens (
  partner_id text not null,
  token_hash text not null,
  expires_at timestamptz not null,
  primary key (partner_id, token_hash)
);
create index used_card_tokens_expires_at on used_card_tokens (expires_at);
