-- Languages of pages and letters. The club's own is that of its dates, if it is one of the catalogue, or else English.

alter table club add other_languages text[] not null default '{}'
  check (other_languages <@ array['de', 'en'] and array_position(other_languages, null) is null);
