-- Text as searches compare it: small letters without accents, plain apostrophes and plain spaces.
create function searchable(words text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(
    translate(normalize(lower(words), nfd), 'łøđıς’‘ʼʹ′´`' || chr(160), 'lodiσ'''''''''''''' '),
    '[\u0300-\u036f]', '', 'g')
$$;

drop index users_by_pieces;
create index users_by_pieces on users using gin (pieces(searchable(name || chr(10) || email)));
drop index subscribers_by_pieces;
create index subscribers_by_pieces on subscribers using gin (pieces(searchable(name || chr(10) || email)));
