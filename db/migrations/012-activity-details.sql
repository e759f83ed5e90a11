-- An entry of the activity log is a title of a few words, and what it was about below it.

alter table activities add column detail text check (char_length(detail) between 1 and 500);
