DROP TABLE address_books;
