// Types, errors, attributes, handles and info: what objects tell of themselves.
#include "bench/check/cases/case.h"

static void envelope_is(MPI_Datatype type, int combiner, int integers, int addresses, int types) {
  int got[4];
  MUST(MPI_Type_get_envelope(type, &got[0], &got[1], &got[2], &got[3]));
  EXPECT_EQUAL(got[3], combiner, "the combiner");
  EXPECT_EQUAL(got[0], integers, "integers of combiner %d", combiner);
  EXPECT_EQUAL(got[1], addresses, "addresses of combiner %d", combiner);
  EXPECT_EQUAL(got[2], types, "types of combiner %d", combiner);
  if (combiner != MPI_COMBINER_NAMED) MUST(MPI_Type_free(&type));
}

CASE(envelopes, legal, exactly(1),
    "the combiner of types of nine constructors, and how many arguments they were made of",
    "MPI_Type_get_envelope returns the constructor and the lengths of the lists of its arguments",
    "4.1.13") {
  int ones[4] = {1, 1, 1, 1}, twos[4] = {2, 2, 2, 2}, places[4] = {0, 3, 6, 9};
  int blocks[4] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK};
  int usual[4] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
  const MPI_Aint far[4] = {0, 16, 32, 48};
  const MPI_Datatype of[4] = {MPI_INT, MPI_CHAR, MPI_INT, MPI_CHAR}, one = MPI_INT;
  MPI_Datatype type;
  envelope_is(MPI_DOUBLE, MPI_COMBINER_NAMED, 0, 0, 0);
  MUST(MPI_Type_dup(one, &type));
  envelope_is(type, MPI_COMBINER_DUP, 0, 0, 1);
  MUST(MPI_Type_vector(3, 1, 2, one, &type));
  envelope_is(type, MPI_COMBINER_VECTOR, 3, 0, 1);
  MUST(MPI_Type_create_hindexed(4, twos, far, one, &type));
  envelope_is(type, MPI_COMBINER_HINDEXED, 5, 4, 1);
  MUST(MPI_Type_create_indexed_block(4, 2, places, one, &type));
  envelope_is(type, MPI_COMBINER_INDEXED_BLOCK, 6, 0, 1);
  MUST(MPI_Type_create_hindexed_block(4, 2, far, one, &type));
  envelope_is(type, MPI_COMBINER_HINDEXED_BLOCK, 2, 4, 1);
  MUST(MPI_Type_create_struct(4, ones, far, of, &type));
  envelope_is(type, MPI_COMBINER_STRUCT, 5, 4, 4);
  MUST(MPI_Type_create_subarray(2, twos, ones, ones, MPI_ORDER_C, one, &type));
  envelope_is(type, MPI_COMBINER_SUBARRAY, 8, 0, 1);
  MUST(MPI_Type_create_darray(4, 1, 2, twos, blocks, usual, twos, MPI_ORDER_C, one, &type));
  envelope_is(type, MPI_COMBINER_DARRAY, 12, 0, 1);
  MUST(MPI_Type_create_resized(one, -4, 16, &type));
  envelope_is(type, MPI_COMBINER_RESIZED, 0, 2, 1);
}

// Crashes in Open MPI 4 and 5 (open-mpi/ompi#14051) and in the ABI of MPICH 5.0.1
// (pmodels/mpich#7930).
CASE(contents, legal, exactly(1),
    "the arguments of two nested types, asked for with arrays that are longer than necessary",
    "MPI_Type_get_contents returns the arguments; the arrays must be at least as long as the "
    "envelope says",
    "4.1.13") {
  const int lengths[2] = {2, 1};
  const MPI_Aint places[2] = {16, 0};
  MPI_Datatype inner, outer, types[9];
  int integers[9] = {0};
  MPI_Aint addresses[9] = {0};
  MUST(MPI_Type_vector(3, 1, 2, MPI_INT, &inner));
  const MPI_Datatype of[2] = {inner, MPI_DOUBLE};
  MUST(MPI_Type_create_struct(2, lengths, places, of, &outer));
  STEP("MPI_Type_get_contents of a structure");
  MUST(MPI_Type_get_contents(outer, 9, 9, 9, integers, addresses, types));
  EXPECT_EQUAL(integers[0], 2, "count");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQUAL(integers[1 + i], lengths[i], "block length %d", i);
    EXPECT_EQUAL(addresses[i], places[i], "displacement %d", i);
  }
  EXPECT(types[1] == MPI_DOUBLE, "the second type is not MPI_DOUBLE");
  MUST(MPI_Type_free(&inner));
  inner = types[0];
  STEP("MPI_Type_get_contents of the vector within it");
  MUST(MPI_Type_get_contents(inner, 9, 9, 9, integers, addresses, types));
  EXPECT_EQUAL(integers[0], 3, "count of the vector");
  EXPECT_EQUAL(integers[1], 1, "block length of the vector");
  EXPECT_EQUAL(integers[2], 2, "stride of the vector");
  EXPECT(types[0] == MPI_INT, "the type of the vector is not MPI_INT");
  MUST(MPI_Type_free(&inner));
  MUST(MPI_Type_free(&outer));
}

CASE(error_classes, legal, exactly(1), "31 error classes are their own classes and have texts",
    "MPI_Error_class of a class is the class; MPI_SUCCESS = 0 < MPI_ERR_... <= MPI_ERR_LASTCODE",
    "8.4") {
  const int classes[] = {MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG, MPI_ERR_COMM,
      MPI_ERR_RANK, MPI_ERR_REQUEST, MPI_ERR_ROOT, MPI_ERR_GROUP, MPI_ERR_OP, MPI_ERR_TOPOLOGY,
      MPI_ERR_DIMS, MPI_ERR_ARG, MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_IN_STATUS,
      MPI_ERR_PENDING, MPI_ERR_KEYVAL, MPI_ERR_NO_MEM, MPI_ERR_INFO_KEY, MPI_ERR_INFO_NOKEY,
      MPI_ERR_PORT, MPI_ERR_WIN, MPI_ERR_LOCKTYPE, MPI_ERR_RMA_SYNC, MPI_ERR_RMA_ATTACH,
      MPI_ERR_RMA_FLAVOR, MPI_ERR_AMODE, MPI_ERR_CONVERSION, MPI_ERR_IO, MPI_ERR_QUOTA};
  const int count = (int)(sizeof classes / sizeof *classes);
  char text[MPI_MAX_ERROR_STRING];
  for (int i = 0; i < count; ++i) {
    int kind = -1, length = 0;
    MUST(MPI_Error_class(classes[i], &kind));
    EXPECT_EQUAL(kind, classes[i], "MPI_Error_class of class %d", classes[i]);
    MUST(MPI_Error_string(classes[i], text, &length));
    EXPECT(length > 0, "class %d has no text", classes[i]);
    EXPECT(classes[i] > MPI_SUCCESS && classes[i] <= MPI_ERR_LASTCODE, "class %d", classes[i]);
  }
}

CASE(user_errors, legal, exactly(1),
    "an error class and a code that the program adds, with texts of its own",
    "MPI_Add_error_class and ..._code return new values, and MPI_LASTUSEDCODE grows", "8.5") {
  int kind, code, got, length, there = 0, *last = NULL;
  char text[MPI_MAX_ERROR_STRING] = "", ours[2][16] = {"class of ours", "code of ours"};
  MUST(MPI_Add_error_class(&kind));
  MUST(MPI_Add_error_code(kind, &code));
  EXPECT(kind > MPI_ERR_LASTCODE, "the class %d is not above MPI_ERR_LASTCODE", kind);
  EXPECT(code != kind, "the code is the class");
  MUST(MPI_Add_error_string(kind, ours[0]));
  MUST(MPI_Add_error_string(code, ours[1]));
  MUST(MPI_Error_class(code, &got));
  EXPECT_EQUAL(got, kind, "class of the code");
  MUST(MPI_Error_string(code, text, &length));
  EXPECT(strcmp(text, ours[1]) == 0, "text of the code: %s", text);
  MUST(MPI_Error_string(kind, text, &length));
  EXPECT(strcmp(text, ours[0]) == 0, "text of the class: %s", text);
  MUST(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &there));
  EXPECT(there && *last >= kind, "MPI_LASTUSEDCODE is below the new class");
  EXPECT_EQUAL(MPI_Comm_call_errhandler(MPI_COMM_WORLD, code), MPI_SUCCESS,
      "MPI_Comm_call_errhandler with the new code");
}

CASE(errors_removed, legal, exactly(1),
    "an error class, a code and their texts are added and removed again",
    "texts are removed before codes, and codes before their class", "9.5", 20, Special::none,
    "4.1") {
  int kind, code, length = -1;
  char text[MPI_MAX_ERROR_STRING] = "x", ours[8] = "ours";
  MUST(MPI_Add_error_class(&kind));
  MUST(MPI_Add_error_code(kind, &code));
  MUST(MPI_Add_error_string(code, ours));
  STEP("MPI_Remove_error_string");
  MUST(MPI_Remove_error_string(code));
  MUST(MPI_Error_string(code, text, &length));
  EXPECT(length == 0 && text[0] == '\0', "the text that was removed: %s", text);
  MUST(MPI_Remove_error_code(code));
  MUST(MPI_Remove_error_class(kind));
}

static int count_deletion(MPI_Datatype type, int key, void* value, void* deletions) {
  (void)key, (void)value;
  *(int*)deletions += type == MPI_INT ? 1 : 100;
  return MPI_SUCCESS;
}

// In the ABI of MPICH 5.0.1 a callback for MPI_INT aborts: pmodels/mpich#7916.
CASE(predefined_callbacks, legal, exactly(1),
    "the predefined copy functions of attributes, and a delete function of the user's for MPI_INT",
    "MPI_COMM_DUP_FN copies an attribute, MPI_COMM_NULL_COPY_FN does not", "6.7.2, 6.7.4") {
  int keys[3], there = 0, deletions = 0;
  void* value = NULL;
  MPI_Comm comm;
  MUST(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keys[0], NULL));
  MUST(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keys[1], NULL));
  MUST(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, count_deletion, &keys[2], &deletions));
  for (int i = 0; i < 2; ++i) MUST(MPI_Comm_set_attr(MPI_COMM_SELF, keys[i], keys));
  MUST(MPI_Comm_dup(MPI_COMM_SELF, &comm));
  for (int i = 0; i < 2; ++i) {
    MUST(MPI_Comm_get_attr(comm, keys[i], &value, &there));
    EXPECT((there != 0) == (i == 0), "attribute %d of the duplicate is there: %d", i, there);
    if (i == 0 && there) EXPECT(value == keys, "the value of the attribute is another");
    MUST(MPI_Comm_delete_attr(MPI_COMM_SELF, keys[i]));
    MUST(MPI_Comm_free_keyval(&keys[i]));
  }
  MUST(MPI_Comm_free(&comm));
  STEP("an attribute of MPI_INT, deleted by a function of the user's");
  MUST(MPI_Type_set_attr(MPI_INT, keys[2], &deletions));
  MUST(MPI_Type_delete_attr(MPI_INT, keys[2]));
  EXPECT_EQUAL(deletions, 1, "calls of the delete function, with MPI_INT");
  MUST(MPI_Type_free_keyval(&keys[2]));
}

CASE(predefined_handlers, legal, exactly(2),
    "the predefined error handlers are returned as they were set, for communicators and windows",
    "a new window has MPI_ERRORS_ARE_FATAL, a new communicator the handler of its parent", "8.3") {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm comm;
  MPI_Win window;
  void* memory = NULL;
  MUST(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  MUST(MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL));
  MUST(MPI_Comm_get_errhandler(comm, &handler));
  EXPECT(handler == MPI_ERRORS_ARE_FATAL, "handler of the communicator, set to be fatal");
  MUST(MPI_Errhandler_free(&handler));
  EXPECT(handler == MPI_ERRHANDLER_NULL, "MPI_Errhandler_free leaves the handle");
  MUST(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
  MUST(MPI_Comm_get_errhandler(comm, &handler));
  EXPECT(handler == MPI_ERRORS_RETURN, "handler of the communicator, set to return");
  MUST(MPI_Win_allocate(16, 1, MPI_INFO_NULL, comm, &memory, &window));
  MUST(MPI_Win_get_errhandler(window, &handler));
  EXPECT(handler == MPI_ERRORS_ARE_FATAL, "handler of a new window");
  MUST(MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN));
  MUST(MPI_Win_get_errhandler(window, &handler));
  EXPECT(handler == MPI_ERRORS_RETURN, "handler of the window, set to return");
  if (handler == MPI_ERRORS_RETURN)
    EXPECT_EQUAL(MPI_Win_call_errhandler(window, MPI_ERR_OTHER), MPI_SUCCESS, "its call");
  MUST(MPI_Win_free(&window));
  MUST(MPI_Comm_free(&comm));
}

CASE(comm_compare, legal, at_least(3),
    "communicators compared: with itself, a duplicate, in another order, with other ranks",
    "the results are MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR and MPI_UNEQUAL", "6.4.1") {
  MPI_Comm copy, reversed;
  int result = -1;
  MUST(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  MUST(MPI_Comm_split(MPI_COMM_WORLD, 0, -rank(), &reversed));
  MUST(MPI_Comm_compare(copy, copy, &result));
  EXPECT_EQUAL(result, MPI_IDENT, "a communicator with itself");
  MUST(MPI_Comm_compare(MPI_COMM_WORLD, copy, &result));
  EXPECT_EQUAL(result, MPI_CONGRUENT, "a communicator with its duplicate");
  MUST(MPI_Comm_compare(copy, reversed, &result));
  EXPECT_EQUAL(result, MPI_SIMILAR, "ranks in another order");
  MUST(MPI_Comm_compare(copy, MPI_COMM_SELF, &result));
  EXPECT_EQUAL(result, MPI_UNEQUAL, "other ranks");
  MUST(MPI_Comm_free(&reversed));
  MUST(MPI_Comm_free(&copy));
}

CASE(fortran_handles, legal, exactly(1),
    "every kind of handle, and a status, converted to Fortran and back",
    "a handle that is converted to Fortran's and back is the handle that it was",
    "17.2.4, 17.2.5") {
#ifdef MPI_ABI_VERSION
  UNSUPPORTED("the ABI of MPI has no conversion to Fortran");
#else
  MPI_Comm comm;
  MPI_Group group;
  MPI_Datatype type;
  MPI_Request request;
  MPI_Status status, back;
  MPI_Fint fortran[64] = {0};
  int in = 0, out = 5, count = 0;
  MUST(MPI_Comm_dup(MPI_COMM_SELF, &comm));
  MUST(MPI_Comm_group(comm, &group));
  MUST(MPI_Type_contiguous(3, MPI_INT, &type));
  EXPECT(MPI_Comm_f2c(MPI_Comm_c2f(comm)) == comm, "a communicator");
  EXPECT(MPI_Group_f2c(MPI_Group_c2f(group)) == group, "a group");
  EXPECT(MPI_Type_f2c(MPI_Type_c2f(type)) == type, "a type");
  EXPECT(MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)) == MPI_DOUBLE, "MPI_DOUBLE");
  EXPECT(MPI_Op_f2c(MPI_Op_c2f(MPI_SUM)) == MPI_SUM, "MPI_SUM");
  EXPECT(MPI_Errhandler_f2c(MPI_Errhandler_c2f(MPI_ERRORS_RETURN)) == MPI_ERRORS_RETURN,
      "MPI_ERRORS_RETURN");
  MUST(MPI_Irecv(&in, 1, MPI_INT, 0, 9, comm, &request));
  EXPECT(MPI_Request_f2c(MPI_Request_c2f(request)) == request, "a request");
  MUST(MPI_Send(&out, 1, MPI_INT, 0, 9, comm));
  MUST(MPI_Wait(&request, &status));
  MUST(MPI_Status_c2f(&status, fortran));
  MUST(MPI_Status_f2c(fortran, &back));
  MUST(MPI_Get_count(&back, MPI_INT, &count));
  EXPECT(back.MPI_TAG == 9 && back.MPI_SOURCE == 0 && count == 1, "a status");
  MUST(MPI_Type_free(&type));
  MUST(MPI_Group_free(&group));
  MUST(MPI_Comm_free(&comm));
#endif
}

CASE(info_keys, legal, exactly(1),
    "keys set, changed, deleted and numbered, also the longest, and a duplicate",
    "a key has one value; a duplicate has the pairs in their order", "chapter 9", 20, Special::none,
    "3.1", "3.0") {
  char key[MPI_MAX_INFO_KEY + 1], longest[MPI_MAX_INFO_KEY + 1], text[16] = "";
  MPI_Info info, copy;
  int count = -1, there = 0, length = -1;
  memset(longest, 'k', sizeof longest);
  longest[MPI_MAX_INFO_KEY - 1] = '\0';
  MUST(MPI_Info_create(&info));
  MUST(MPI_Info_set(info, "first", "1"));
  MUST(MPI_Info_set(info, longest, "2"));
  MUST(MPI_Info_set(info, "first", "another"));
  MUST(MPI_Info_dup(info, &copy));
  MUST(MPI_Info_delete(info, "first"));
  MUST(MPI_Info_get_nkeys(info, &count));
  EXPECT_EQUAL(count, 1, "keys after one was deleted");
  MUST(MPI_Info_get_nthkey(info, 0, key));
  EXPECT(strcmp(key, longest) == 0, "the key that is left: %s", key);
  MUST(MPI_Info_get_nkeys(copy, &count));
  EXPECT_EQUAL(count, 2, "keys of the duplicate");
  MUST(MPI_Info_get_valuelen(copy, "first", &length, &there));
  EXPECT(there && length == 7, "length of a value that was changed: %d", length);
  MUST(MPI_Info_get(copy, "first", 15, text, &there));
  EXPECT(there && strcmp(text, "another") == 0, "a value that was changed: %s", text);
  MUST(MPI_Info_free(&copy));
  MUST(MPI_Info_free(&info));
  EXPECT(info == MPI_INFO_NULL, "MPI_Info_free leaves the handle");
}

// MPICH refused a null pointer with length 0: pmodels/mpich#6442 (until 4.1).
CASE(info_string, legal, exactly(1),
    "MPI_Info_get_string says how long a value is, fits it into less, and ends it",
    "buflen 0 only asks for the length, which counts the null character", "chapter 10", 20,
    Special::none, "4.0") {
  char text[8] = "xxxxxxx";
  int length = 0, there = 0;
  MPI_Info info;
  MUST(MPI_Info_create(&info));
  MUST(MPI_Info_set(info, "key", "12345"));
  STEP("MPI_Info_get_string with length 0");
  MUST(MPI_Info_get_string(info, "key", &length, NULL, &there));
  EXPECT(there && length == 6, "the length asked for: %d, must be 6", length);
  length = 4;
  MUST(MPI_Info_get_string(info, "key", &length, text, &there));
  EXPECT(there && strcmp(text, "123") == 0, "a value cut to 4 characters: %s", text);
  EXPECT_EQUAL(length, 6, "the length that it needs");
  length = 8;
  MUST(MPI_Info_get_string(info, "key", &length, text, &there));
  EXPECT(there && strcmp(text, "12345") == 0 && length == 6, "the whole value: %s", text);
  MUST(MPI_Info_free(&info));
}

FAMILY(objects, envelopes, contents, error_classes, user_errors, errors_removed,
    predefined_callbacks, predefined_handlers, comm_compare, fortran_handles, info_keys,
    info_string);
