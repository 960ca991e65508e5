#include "comm/tasks.h"

#include <span>
#include <utility>

namespace febem::comm {

TaskServer::TaskServer(Transport& transport)
    : transport_(transport), clients_(static_cast<std::size_t>(transport.size())) {
  for (int rank = 0; rank < transport.size(); ++rank)
    if (rank != transport.rank())
      client(rank).request.emplace(transport, Message::receive({}, rank));
}

bool TaskServer::has_asked(int rank) {
  return client(rank).request && client(rank).request->test();
}

bool TaskServer::waits_for(int rank) {
  if (!client(rank).request) return false;
  client(rank).request->wait();
  return true;
}

void TaskServer::answer(int rank, Task task) {
  auto& to = client(rank);
  // The answer has arrived, or the rank would not have asked again.
  if (to.answered) transport_.wait(*to.answered);
  to.request.reset();
  if (task != no_task) to.request.emplace(transport_, Message::receive({}, rank));
  to.answer = task;
  to.answered = transport_.begin(Message::send(std::as_bytes(std::span(&to.answer, 1)), rank));
}

void TaskServer::await_answers() {
  for (auto& to : clients_)
    if (to.answered) transport_.wait(*std::exchange(to.answered, {}));
}

void TaskClient::ask(Task expected) {
  task_ = expected;
  answer_.emplace(
      transport_, Message::receive(std::as_writable_bytes(std::span(&task_, 1)), server_));
  asked_ = transport_.begin(Message::send({}, server_));
}

Task TaskClient::take() {
  answer_->wait();
  transport_.wait(asked_);
  return task_;
}

}  // namespace febem::comm
