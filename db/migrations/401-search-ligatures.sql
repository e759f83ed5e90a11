-- Searches compare ß as ss, æ as ae and œ as oe, which are also their capitals and how a keyboard without them types.
create or replace function searchable(words text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(
    replace(replace(replace(
      translate(normalize(lower(words), nfd), 'łøđıςẞ’‘ʼʹ′´`' || chr(160), 'lodiσß'''''''''''''' '),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0300-\u036f]', '', 'g')
$$;

drop index users_by_pieces;
create index users_by_pieces on users using gin (pieces(searchable(name || chr(10) || coalesce(email, ''))));
drop index subscribers_by_pieces;
create index subscribers_by_pieces on subscribers using gin (pieces(searchable(name || chr(10) || email)));
