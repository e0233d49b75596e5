DROP INDEX parts_hidden_newest;
