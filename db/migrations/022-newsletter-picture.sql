-- A weekly letter may show one picture, with words for whoever sees none.
alter table newsletters
  add column image_id uuid references images (id),
  add column alt_text text not null default '' check (char_length(alt_text) <= 300),
  add constraint picture_has_words check ((image_id is null) = (alt_text = ''));
create index newsletters_of_image on newsletters (image_id) where image_id is not null;
